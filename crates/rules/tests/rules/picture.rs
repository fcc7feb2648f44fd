//! The picture of a position.

use morabaraba_rules::{Junction, Line, Position, RuleSet, Turn, board_svg};

use crate::support::position;

/// One cow of First, two of Second; a shot on R3.
const TEXT: &str = "X......./.......O/O....... O 5 3 0 - -";

fn picture(last: Option<&str>) -> String {
    board_svg(
        &position(TEXT, RuleSet::MSSA_GAR),
        last.map(|turn| turn.parse().unwrap()),
    )
}

#[test]
fn every_junction_has_its_name_and_every_cow_its_disc() {
    let svg = picture(None);
    for junction in Junction::ALL {
        assert_eq!(svg.matches(&format!(">{junction}</text>")).count(), 1);
    }
    assert_eq!(svg.matches("<circle r=\"21\" fill=\"#2a1f17\"/>").count(), 1);
    assert_eq!(svg.matches("<circle r=\"19\" fill=\"#fffdf8\"").count(), 2);
    assert_eq!(svg.matches("<circle r=\"16\"").count(), 21);
    assert!(svg.contains(">5</text>") && svg.contains(">3</text>"));
    assert!(svg.contains(&format!("<desc>{TEXT}</desc>")));
}

#[test]
fn the_last_turn_is_marked() {
    let mark = "stroke=\"#c4541a\"";
    // Always the side to play; then the cow, the way and its beginning, the shot.
    for (last, marks) in [(None, 1), (Some("E1"), 2), (Some("E2-E1"), 4), (Some("E2-E1xR3"), 5)] {
        assert_eq!(picture(last).matches(mark).count(), marks, "{last:?}");
    }
}

#[test]
fn it_is_well_formed_and_needs_nothing_from_elsewhere() {
    let ended = position("XXX...../OO....../........ O 0 0 0 - -", RuleSet::MSSA_GAR);
    assert!(board_svg(&ended, None).contains("<title>Morabaraba, first wins: second has two cows left</title>"));
    for svg in [picture(None), picture(Some("E2-E1xR3")), board_svg(&ended, None)] {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1).map(|tag| tag.split('>').next().unwrap()) {
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if tag.ends_with('/') => {}
                None => open.push(tag.split(' ').next().unwrap()),
            }
            assert_eq!(tag.matches('"').count() % 2, 0);
        }
        assert!(open.is_empty());
        assert!(!svg.contains("href") && !svg.contains("style") && !svg.contains("url("));
        assert!(svg.len() < 6_000);
    }
}

#[test]
fn any_turn_may_be_marked() {
    let start = Position::new(RuleSet::MSSA_GAR);
    let turn = Turn::from_to(Junction::E1, Junction::E1).shooting(Junction::E1);
    assert!(board_svg(&start, Some(turn)).ends_with("</svg>\n"));
}

#[test]
fn junctions_lie_where_they_lie_on_a_board() {
    let svg = picture(None);
    let place = |junction: Junction| -> [i32; 2] {
        let group = svg
            .lines()
            .find(|line| line.contains(&format!(">{junction}</text>")))
            .unwrap();
        let numbers = group.split_once("translate(").unwrap().1.split_once(')').unwrap().0;
        let (x, y) = numbers.split_once(' ').unwrap();
        [x.parse().unwrap(), y.parse().unwrap()]
    };
    // In every line the second lies half way between the others.
    for line in Line::ALL {
        let [[x1, y1], [x2, y2], [x3, y3]] = line.junctions().map(place);
        assert_eq!([x1 + x3, y1 + y3], [2 * x2, 2 * y2], "{line}");
    }
    let [[left, top], [right, bottom]] = [Junction::E1, Junction::E5].map(place);
    assert_eq!(
        [place(Junction::E3), place(Junction::E7)],
        [[right, top], [left, bottom]]
    );
    let [inner_left, inner_top] = place(Junction::R1);
    assert!(left < inner_left && top < inner_top && inner_left < right && inner_top < bottom);
}
