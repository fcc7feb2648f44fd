//! A player's history as a chart.

use std::ops::Range;

use chrono::{Datelike, NaiveDate};
use maud::html;
use plotters::prelude::*;
use plotters::style::FontFamily;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::languages::{Words, say};
use crate::rankings::figures::Figure;
use crate::rankings::methods::Method;

crate::string_enum! {
    /// The measure that a chart shows.
    pub enum Measure as "ChartMeasure" {
        /// The ranks, the first on top.
        Rank = "rank",
        /// The figures: points, or ratings.
        Figure = "figure",
    }
}

/// A player's rank and figure in a list.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// The list's day.
    pub on: NaiveDate,
    /// The rank.
    pub rank: i64,
    /// The figure.
    pub figure: Figure,
}

const SIZE: (u32, u32) = (800, 400);
/// A blue dark enough on white for people who see colours badly (9.6 to 1), and when printed without any.
const INK: RGBColor = RGBColor(0x1b, 0x3f, 0x8b);
const TEXT: RGBColor = RGBColor(0x33, 0x33, 0x33);
const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

/// The chart as SVG, in English, to be read by itself; `name` is whose it is, as everyone may read it. The points are in the
/// order of their days.
///
/// # Errors
/// The chart could not be drawn, and why.
pub fn history(name: &str, method: Method, measure: Measure, points: &[Point]) -> Result<String, String> {
    let title = match measure {
        Measure::Rank => format!("{name}: rank by {}", method.in_words()),
        Measure::Figure => format!("{name}: figure by {}", method.in_words()),
    };
    let svg = drawn(Words::ENGLISH, Some(&title), measure, points)?;
    Ok(described(&svg, &title, Some(&sentence(measure, points))))
}

/// The chart of the ranks as SVG in those words, for a page whose heading says what it is.
///
/// # Errors
/// The chart could not be drawn, and why.
pub fn of_ranks(words: Words, points: &[Point]) -> Result<String, String> {
    let svg = drawn(words, None, Measure::Rank, points)?;
    Ok(described(&svg, &say!(words, "chart-of-the-rank"), None))
}

fn drawn(words: Words, caption: Option<&str>, measure: Measure, points: &[Point]) -> Result<String, String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let drawn = if points.is_empty() {
            empty(&area, caption)
        } else {
            plot(&area, (words, caption), measure, points)
        };
        drawn.and_then(|()| area.present()).map_err(|error| error.to_string())?;
    }
    Ok(svg)
}

/// The chart with what it says for who does not see it.
fn described(svg: &str, title: &str, sentence: Option<&str>) -> String {
    let told = html! {
        title id="title" { (title) }
        @if let Some(sentence) = sentence { desc id="desc" { (sentence) } }
    };
    let Some((head, rest)) = svg.split_once('>') else {
        return svg.to_owned();
    };
    let labels = if sentence.is_some() { "title desc" } else { "title" };
    format!(
        "{head} role=\"img\" aria-labelledby=\"{labels}\">{}{rest}",
        told.into_string()
    )
}

fn sentence(measure: Measure, points: &[Point]) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return "The player is in no list by this method.".to_owned();
    };
    let day = |point: &Point| Words::ENGLISH.day(point.on);
    let text = |point: &Point| match measure {
        Measure::Rank => format!("rank {}", point.rank),
        Measure::Figure => point.figure.decimal().to_string(),
    };
    let best = points.iter().min_by_key(|point| match measure {
        Measure::Rank => point.rank,
        Measure::Figure => -point.figure.stored(),
    });
    let best = best
        .map(|best| format!("; the best {} on {}", text(best), day(best)))
        .unwrap_or_default();
    match points.len() {
        1 => format!("One list: {} on {}.", text(first), day(first)),
        lists => format!(
            "{lists} lists: {} on {}, {} on {}{best}.",
            text(first),
            day(first),
            text(last),
            day(last)
        ),
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

fn font(size: u32) -> TextStyle<'static> {
    (FontFamily::SansSerif, size).into_font().color(&TEXT)
}

fn empty<'a>(area: &Area<'a>, caption: Option<&str>) -> Drawn<'a> {
    let (middle, half) = (
        i32::try_from(SIZE.0 / 2).unwrap_or_default(),
        i32::try_from(SIZE.1 / 2).unwrap_or_default(),
    );
    let centred = |size: u32| font(size).pos(Pos::new(HPos::Center, VPos::Center));
    area.fill(&WHITE)?;
    if let Some(caption) = caption {
        area.draw(&Text::new(caption.to_owned(), (middle, 28), centred(22)))?;
    }
    area.draw(&Text::new("In no list yet", (middle, half), centred(20)))
}

fn plot<'a>(area: &Area<'a>, (words, caption): (Words, Option<&str>), measure: Measure, points: &[Point]) -> Drawn<'a> {
    let whole = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
    let height = |point: &Point| match measure {
        // The first rank is on top.
        Measure::Rank => -whole(point.rank),
        Measure::Figure => whole(point.figure.stored()),
    };
    let days: Vec<i32> = points.iter().map(|point| point.on.num_days_from_ce()).collect();
    let heights: Vec<i32> = points.iter().map(height).collect();
    let least = if measure == Measure::Rank { 1 } else { 100 };
    let (across, up) = (around(&days, 15), around(&heights, least));
    let (day_ticks, height_ticks) = (ticks_at(&days), nice_ticks(&up, measure));
    area.fill(&WHITE)?;
    let mut builder = ChartBuilder::on(area);
    builder
        .margin(16)
        // Half of a long day stands beyond the last point.
        .margin_right(56)
        .x_label_area_size(32)
        .y_label_area_size(64);
    if let Some(caption) = caption {
        builder.caption(caption, font(22));
    }
    let mut chart = builder.build_cartesian_2d(across.with_key_points(day_ticks), up.with_key_points(height_ticks))?;
    chart
        .configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(TEXT)
        .label_style(font(17))
        .x_label_style(font(15))
        .x_label_formatter(&|day| {
            NaiveDate::from_num_days_from_ce_opt(*day)
                .map(|day| words.day(day))
                .unwrap_or_default()
        })
        .y_label_formatter(&|height| match measure {
            Measure::Rank => (-height).to_string(),
            Measure::Figure => Figure::hundredths(i64::from(*height)).decimal().to_string(),
        })
        .draw()?;
    let line = days.iter().copied().zip(heights.iter().copied());
    chart.draw_series(LineSeries::new(line.clone(), INK.stroke_width(2)))?;
    let size = if points.len() > 30 { 3 } else { 5 };
    chart.draw_series(line.map(|at| Circle::new(at, size, INK.filled())))?;
    Ok(())
}

/// The range from the least to the most, with some room on both sides: a twentieth, and so much at least.
fn around(values: &[i32], least: i32) -> Range<i32> {
    let low = values.iter().copied().min().unwrap_or_default();
    let high = values.iter().copied().max().unwrap_or_default();
    let room = ((high - low) / 20).max(least);
    low - room..high + room
}

/// The days of lists, the last of them and as many before it as can be read beside each other.
fn ticks_at(days: &[i32]) -> Vec<i32> {
    const MOST: i32 = 3;
    let span = days.last().copied().unwrap_or_default() - days.first().copied().unwrap_or_default();
    let apart = (span / MOST).max(1);
    let mut ticks: Vec<i32> = Vec::new();
    for day in days.iter().rev() {
        if ticks.last().is_none_or(|last| last - day >= apart) {
            ticks.push(*day);
        }
    }
    ticks
}

/// Round numbers within the range: 1, 2 or 5 and noughts apart; half points at the least. Ranks begin with the first.
fn nice_ticks(range: &Range<i32>, measure: Measure) -> Vec<i32> {
    const MOST: i32 = 8;
    let span = range.end - range.start;
    let sizes = (0..9).flat_map(|power| [1, 2, 5].map(|step| step * 10_i32.pow(power)));
    let least = if measure == Measure::Rank { 1 } else { 50 };
    let step = sizes
        .filter(|step| *step >= least)
        .find(|step| span / step <= MOST)
        .unwrap_or(span.max(1));
    let first = range.start + (-range.start).rem_euclid(step);
    let ticks = std::iter::successors(Some(first), |tick| tick.checked_add(step)).take_while(|tick| *tick <= range.end);
    match measure {
        Measure::Rank => {
            let mut ranks: Vec<i32> = ticks.filter(|tick| *tick < 0).collect();
            // The first rank is worth a tick when it is in sight.
            if range.contains(&-1) && ranks.last().is_none_or(|last| 2 * (-1 - last) >= step.max(2)) {
                ranks.push(-1);
            }
            ranks
        }
        Measure::Figure => ticks.collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::languages::Language;
    use crate::rankings::histories::chart::*;

    fn point(day: u64, rank: i64) -> Point {
        let on = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + chrono::Days::new(day);
        Point {
            on,
            rank,
            figure: Figure::hundredths(150_000 + rank * 25),
        }
    }

    #[test]
    fn a_chart_says_whose_it_is_and_hides_nothing_in_its_words() {
        let chart = history(
            "N. <O'Brien> & M.",
            Method::GamePoints,
            Measure::Rank,
            &[point(0, 7), point(30, 3)],
        )
        .unwrap();
        assert!(
            chart.contains("<title id=\"title\">N. &lt;O'Brien&gt; &amp; M.: rank by game points</title>"),
            "{chart}"
        );
        assert!(chart.contains(
            "2 lists: rank 7 on 1 January 2026, rank 3 on 31 January 2026; the best rank 3 on 31 January 2026."
        ));
        assert_eq!(chart.matches("<circle").count(), 2);
        assert!(!chart.contains("<O'Brien>"));
    }

    #[test]
    fn on_a_page_a_chart_has_no_heading_and_days_in_the_words_of_its_reader() {
        let points = [point(0, 7), point(30, 3)];
        let alone = history("T. M.", Method::GamePoints, Measure::Rank, &points).unwrap();
        assert_eq!(alone.matches("T. M.: rank by game points").count(), 2, "{alone}");
        assert!(
            alone.contains("31 January 2026") && !alone.contains("2026-01-31"),
            "{alone}"
        );
        let own = of_ranks(Words::of(Language::Afrikaans), &points).unwrap();
        assert!(own.contains("31 Januarie 2026") && !own.contains("January"), "{own}");
        assert!(!own.contains("rank by") && own.matches("<circle").count() == 2, "{own}");
        assert!(
            own.contains("aria-labelledby=\"title\"") && !own.contains("<desc"),
            "{own}"
        );
    }

    #[test]
    fn no_point_one_point_and_many_are_drawn() {
        for measure in Measure::ALL {
            for lists in [0_u16, 1, 2, 60] {
                let points: Vec<Point> = (0..lists)
                    .map(|list| point(u64::from(list) * 30, i64::from(list * 7 % 40) + 1))
                    .collect();
                let chart = history("Thandiwe Mokoena", Method::Glicko2, *measure, &points).unwrap();
                assert_eq!(chart.matches("<circle").count(), usize::from(lists), "{chart}");
                assert!(chart.contains("role=\"img\"") && chart.ends_with("</svg>\n"), "{chart}");
                // No tick lies beside another one.
                let days: Vec<i32> = points.iter().map(|point| point.on.num_days_from_ce()).collect();
                assert!(ticks_at(&days).len() <= 4 && ticks_at(&days).is_empty() == points.is_empty());
            }
        }
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(nice_ticks(&(-13..0), Measure::Rank), [-12, -10, -8, -6, -4, -2, -1]);
        assert_eq!(nice_ticks(&(-4..-2), Measure::Rank), [-4, -3, -2]);
        assert_eq!(nice_ticks(&(-2..0), Measure::Rank), [-2, -1]);
        assert_eq!(
            nice_ticks(&(149_000..151_200), Measure::Figure),
            [149_000, 149_500, 150_000, 150_500, 151_000]
        );
    }
}
