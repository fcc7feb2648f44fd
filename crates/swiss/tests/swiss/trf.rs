//! Tournament report files.

use std::collections::BTreeSet;

use fastrand::Rng;
use morabaraba_swiss::trf::{Entry, Outcome, Report, Row, TrfFault};
use morabaraba_swiss::{
    Bye, ByeValue, Config, Draw, Entrant, Field, MatchResult, Player, PlayerId, Points, Results, Scoring, draw,
    standings,
};

/// A chess tournament, as programs write it; the last line has a letter that is not UTF-8 but ISO 8859-1.
const FILE: &[u8] = b"\
012 Test Open\r\n\
022 Torino\r\n\
062 6 (6)\r\n\
132                                                                                        26/11/23  26/11/24\r\n\
001    1 m  g Mirzoev,Azer                      2527 AZE    13400304 1978/05/06  2.0    1     4 w 1     2 b 1  0000 - H\r\n\
001    2 m  m Argandona Riveiro,Inigo           2408 ESP     2212072 1981/00/00  1.0    2     5 b 1     1 w 0\r\n\
001    3 m  f Hernandez,Elvis                   2282 DOM     6400353 1981/00/00  1.5    2     6 w =  0000 - U\r\n\
001    4                                                                         0.0    6     1 b 0     5 w -\r\n\
001    5   wf Smith,Ann                         2001 ENG             2001/01/01  1.0    4     2 w 0     4 b +\r\n\
001    6      M\xfcller,Jo                                                          0.5    5     3 b =  0000 - Z\r\n\
013 First team                      1    3\r\n\
013 Second                          2    5    6\r\n\
XXR 5\r\n\
XXZ 4\r\n\
XXP 1 3 5\r\n";

#[test]
fn a_report_of_chess_becomes_a_field() {
    let report = Report::read(FILE).unwrap();
    assert_eq!(
        (report.name.as_str(), report.players.len(), report.rounds_played()),
        ("Test Open", 6, 2)
    );
    assert_eq!(
        (report.players[3].name.as_str(), report.players[5].name.as_str()),
        ("", "Müller,Jo")
    );
    assert_eq!((report.players[1].place, report.players[3].place), (Some(2), Some(6)));
    assert_eq!(report.players[2].rounds[1], Some(Entry::Allocated));
    let forfeit = |opponent, outcome| {
        Some(Entry::Met {
            opponent,
            outcome,
            forfeit: true,
        })
    };
    assert_eq!(report.players[3].rounds[1], forfeit(5, Outcome::Lost));
    assert_eq!(report.players[4].rounds[1], forfeit(4, Outcome::Won));
    let field = report.field();
    let id = PlayerId;
    assert_eq!((field.round, field.check()), (3, Ok(())));
    assert_eq!(field.players[0].opponents, [id(4), id(2)]);
    assert_eq!(field.players[0].rounds_met, [Some(1), Some(2)]);
    assert_eq!(field.players[2].score, Points::halves(3));
    let flags = field.players.iter().map(|player| (player.active, player.had_bye));
    let flags: Vec<(bool, bool)> = flags.collect();
    assert_eq!(flags[..3], [(false, false), (true, false), (true, true)]);
    assert_eq!(flags[3..], [(false, false), (true, false), (true, false)]);
    assert_eq!(field.players[5].team.as_deref(), Some("Second"));
    assert!(
        field.players.iter().all(|player| player.club.is_none()),
        "a federation is no club"
    );
    assert_eq!(
        (field.players[0].forbidden.as_slice(), &field.players[2].forbidden),
        ([id(3), id(5)].as_slice(), &vec![id(5)])
    );
    let drawn = draw(&field, &Config::default()).unwrap();
    assert_eq!(drawn.pairs, [(id(3), id(2)), (id(5), id(6))]);
}

#[test]
fn every_kind_of_line_end_is_one() {
    let report = Report::read(FILE).unwrap();
    for end in ["\n", "\r"] {
        let file: String = FILE.iter().copied().map(char::from).collect();
        assert_eq!(Report::read(file.replace("\r\n", end).as_bytes()).unwrap(), report);
    }
}

/// A line of a player.
fn player(number: &str, points: &str, place: &str, rounds: &str) -> String {
    format!(
        "001 {number:>4}      {:<33}{:32}{points:>5} {place:>4}{rounds}\n",
        "Somebody", ""
    )
}

/// Reads a name, a player who has met player 2, and these lines, and is refused.
fn assert_refused(lines: &str, line: usize, fault: TrfFault, code: &str) {
    let file = format!("012 Open\n{}{lines}", player("1", "1.0", "1", "     2 w 1"));
    let error = Report::read(file.as_bytes()).unwrap_err();
    assert_eq!(
        (error.line, error.fault, error.fault.code()),
        (line, fault, code),
        "{file}"
    );
    assert!(error.to_string().starts_with(&format!("line {line}: ")), "{error}");
}

const MET: &str = "     1 b 0";

#[test]
fn a_line_that_is_wrong_is_named() {
    use TrfFault as F;
    assert_refused(&player("0", "1.0", "", MET), 3, F::Number, "starting-number");
    assert_refused(&player("x", "1.0", "", MET), 3, F::Number, "starting-number");
    assert_refused(&player("2", "", "", MET), 3, F::Points, "points");
    assert_refused(&player("2", "1,0", "", MET), 3, F::Points, "points");
    assert_refused(&player("2", "1.0", "1st", MET), 3, F::Place, "place");
    assert_refused(&player("2", "1.0", "", "    ab b 0"), 3, F::Opponent(1), "opponent");
    assert_refused(&player("2", "1.0", "", "     1 b U"), 3, F::Result(1, 'U'), "result");
    assert_refused(&player("2", "1.0", "", "     1 b"), 3, F::Result(1, ' '), "result");
    assert_refused(&player("2", "1.0", "", "  0000 - X"), 3, F::Result(1, 'X'), "result");
    let long = "  0000 - Z".repeat(1000);
    assert_refused(&player("2", "1.0", "", &long), 3, F::Rounds, "too-many-rounds");
    let listed = player("2", "1.0", "", MET) + "XXP 1 b\n";
    assert_refused(&listed, 4, F::Number, "starting-number");
}

#[test]
fn lines_that_do_not_fit_together_are_named() {
    use TrfFault as F;
    let two = player("2", "1.0", "", MET);
    let met_self = player("2", "1.0", "", "     1 b 0     2 b 0");
    assert_refused(&met_self, 3, F::Opponent(2), "opponent");
    assert_refused(&player("1", "1.0", "", MET), 3, F::Twice(1), "player-twice");
    assert_refused(&player("3", "1.0", "", MET), 2, F::Unknown(2), "unknown-player");
    assert_refused(&player("2", "1.0", "", "  0000 - Z"), 2, F::OneSided(1, 2), "one-sided");
    assert_refused(&format!("{two}XXZ 7"), 4, F::Unknown(7), "unknown-player");
    let team = format!("{two}013 {:<32}   1\n013 {:<32}   9", "One", "Other");
    assert_refused(&team, 5, F::Unknown(9), "unknown-player");
}

/// A report in which everything is as it can be written.
fn random_report(rng: &mut Rng) -> Report {
    let count = rng.usize(1..20);
    let mut numbers: BTreeSet<u32> = BTreeSet::new();
    while numbers.len() < count {
        numbers.insert(rng.u32(1..10_000));
    }
    let mut numbers: Vec<u32> = numbers.into_iter().collect();
    rng.shuffle(&mut numbers);
    let rounds = rng.usize(..7);
    let mut rows: Vec<Row> = numbers
        .iter()
        .map(|number| Row {
            number: *number,
            name: ["", "Müller, Jo", "N", "An unusually long name, of which…"][rng.usize(..4)].to_owned(),
            team: [None, Some("Kgosi".to_owned()), Some("A team of two words".to_owned())][rng.usize(..3)].clone(),
            points: Points::new(rng.u64(..10_000), 10).unwrap(),
            place: rng.bool().then(|| rng.u32(1..10_000)),
            rounds: vec![None; rounds],
        })
        .collect();
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut order);
        for pair in order.chunks(2) {
            let bye = [
                None,
                Some(Entry::Absent),
                Some(Entry::Half),
                Some(Entry::Full),
                Some(Entry::Allocated),
            ];
            if let ([one, other], true) = (pair, rng.bool()) {
                let outcome = [Outcome::Won, Outcome::Drawn, Outcome::Lost][rng.usize(..3)];
                let against = [Outcome::Lost, Outcome::Drawn, Outcome::Won][outcome as usize];
                let forfeit = outcome != Outcome::Drawn && rng.bool();
                let met = |opponent: usize, outcome| {
                    Some(Entry::Met {
                        opponent: numbers[opponent],
                        outcome,
                        forfeit,
                    })
                };
                (rows[*one].rounds[round], rows[*other].rounds[round]) = (met(*other, outcome), met(*one, against));
            } else {
                for place in pair {
                    rows[*place].rounds[round] = bye[rng.usize(..5)];
                }
            }
        }
    }
    for row in &mut rows {
        let last = row.rounds.iter().rposition(Option::is_some);
        row.rounds.truncate(last.map_or(0, |last| last + 1));
    }
    let mut group: Vec<u32> = numbers.iter().copied().filter(|_| rng.u8(..4) == 0).collect();
    group.sort_unstable();
    Report {
        name: ["", "Open", "A name"][rng.usize(..3)].to_owned(),
        players: rows,
        apart: if group.is_empty() { vec![] } else { vec![group] },
    }
}

#[test]
fn what_is_written_is_read_back() {
    let mut rng = Rng::with_seed(21);
    for _ in 0..2000 {
        let report = random_report(&mut rng);
        let text = report.to_string();
        assert_eq!(Report::read(text.as_bytes()).unwrap(), report, "{text}");
    }
}

#[test]
fn no_bytes_make_the_reader_panic() {
    let mut rng = Rng::with_seed(22);
    let of = b"001 XZP\r\n -+=0123456789wbHFUZ.\xff\xc3\xa9";
    let (mut read, mut refused) = (0, 0);
    for turn in 0..20_000 {
        let mut file = match turn % 3 {
            0 => (0..rng.usize(..200)).map(|_| rng.u8(..)).collect(),
            1 => random_report(&mut rng).to_string().into_bytes(),
            _ => FILE.to_vec(),
        };
        for _ in 0..rng.usize(..4).min(file.len()) {
            let at = rng.usize(..file.len());
            match rng.u8(..4) {
                0 => file.truncate(at),
                1 => drop(file.remove(at)),
                2 => file[at] = of[rng.usize(..of.len())],
                _ => file.insert(at, of[rng.usize(..of.len())]),
            }
            if file.is_empty() {
                break;
            }
        }
        match Report::read(&file) {
            Ok(report) => {
                let _ = (report.field().check(), report.to_string());
                read += 1;
            }
            Err(error) => refused += usize::from(!error.to_string().is_empty()),
        }
    }
    assert!(read > 5000 && refused > 3000, "{read} {refused}");
}

/// Plays a round as it was drawn, at random.
fn play(field: &mut Field, results: &mut Results, drawn: &Draw, rng: &mut Rng) {
    let round = field.round;
    let entered = |field: &Field, id| field.players.iter().position(|player| player.id == id).unwrap();
    for (one, other) in &drawn.pairs {
        let won = rng.u32(..13);
        results.matches.push(MatchResult {
            round,
            players: (*one, *other),
            points: (Points::halves(won), Points::halves(12 - won)),
            forfeit: rng.u8(..9) == 0,
            walkover: false,
        });
        for (player, opponent) in [(one, other), (other, one)] {
            let place = entered(field, *player);
            field.players[place].opponents.push(*opponent);
        }
    }
    if let Some(player) = drawn.bye {
        results.byes.push(Bye {
            round,
            player,
            value: ByeValue::Half,
            allocated: true,
        });
        let place = entered(field, player);
        field.players[place].had_bye = true;
    }
    for row in standings(results).unwrap() {
        let place = entered(field, row.player);
        field.players[place].score = row.points;
    }
}

#[test]
fn a_tournament_is_the_same_drawn_from_its_reports() {
    let mut rng = Rng::with_seed(23);
    let config = Config::default();
    let mut rounds = 0;
    for _ in 0..40 {
        let players = (1..=rng.u32(6..40)).map(|seed| Player::new(PlayerId(seed.into()), seed));
        let mut field = Field::new(1, players.collect());
        let mut results = Results {
            entrants: field
                .players
                .iter()
                .map(|player| Entrant::new(player.id, player.seed))
                .collect(),
            matches: vec![],
            byes: vec![],
            games: 6,
            closed: false,
            scoring: Scoring::default(),
        };
        for round in 1..=6 {
            field.round = round;
            let report = Report::of("Open", &results, |id| format!("Player {id}")).unwrap();
            let read = Report::read(report.to_string().as_bytes()).unwrap();
            assert_eq!((&read, read.field().round), (&report, round));
            let drawn = draw(&field, &config);
            assert_eq!(draw(&read.field(), &config), drawn);
            let Ok(drawn) = drawn else { break };
            play(&mut field, &mut results, &drawn, &mut rng);
            rounds += 1;
        }
    }
    assert!(rounds > 200, "{rounds}");
}

#[test]
fn byes_and_lost_matches_are_written_as_what_they_are() {
    let id = PlayerId;
    let bye = |round, value, allocated| Bye {
        round,
        player: id(30),
        value,
        allocated,
    };
    let nothing = (Points::ZERO, Points::ZERO);
    let results = Results {
        entrants: vec![
            Entrant::new(id(30), 3),
            Entrant::new(id(10), 1),
            Entrant::new(id(20), 2),
        ],
        matches: vec![MatchResult {
            round: 1,
            players: (id(10), id(20)),
            points: nothing,
            forfeit: true,
            walkover: true,
        }],
        byes: vec![
            bye(1, ByeValue::Average, true),
            bye(2, ByeValue::Zero, false),
            bye(3, ByeValue::Half, false),
            bye(4, ByeValue::Full, false),
            bye(5, ByeValue::Average, false),
        ],
        games: 6,
        closed: true,
        scoring: Scoring::default(),
    };
    let report = Report::of("", &results, |_| String::new()).unwrap();
    let rounds = |place: usize| {
        report.players[place]
            .rounds
            .iter()
            .flatten()
            .copied()
            .collect::<Vec<Entry>>()
    };
    assert_eq!(
        rounds(2),
        [Entry::Allocated, Entry::Absent, Entry::Half, Entry::Full, Entry::Half]
    );
    let lost = |opponent| Entry::Met {
        opponent,
        outcome: Outcome::Lost,
        forfeit: true,
    };
    assert_eq!((rounds(0)[0], rounds(1)[0]), (lost(2), lost(1)));
}
