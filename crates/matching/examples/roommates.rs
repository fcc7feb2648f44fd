//! Shares out double rooms: as few strangers together as can be, then as few who snore beside those who sleep lightly;
//! and of all that are as good the one in which the first on the list has the best room-mate, then the second, and so
//! on.

use lexicographic_matching::{Face, Graph, NONE, Scale};

const GUESTS: [(&str, &[usize], bool, bool); 8] = [
    // Name, friends, snores, sleeps lightly.
    ("Ayanda", &[1, 2], false, true),
    ("Bongani", &[2], true, false),
    ("Chipo", &[3], false, true),
    ("Dineo", &[4, 5], true, false),
    ("Ebrahim", &[5], false, false),
    ("Farai", &[6], false, true),
    ("Grace", &[7], true, false),
    ("Hendrik", &[], false, true),
];

fn main() -> Result<(), &'static str> {
    let guests = GUESTS.len();
    let friends = Graph::from_neighbours(guests, |guest| GUESTS[guest].1.iter().copied());
    let is_bad = |u: usize, v: usize| GUESTS[u].2 && GUESTS[v].3 || GUESTS[v].2 && GUESTS[u].3;

    // A stranger counts more than any number of bad nights.
    let mut scale = Scale::new();
    let units = scale.push(guests / 2).zip(scale.push(guests / 2));
    let (stranger, bad_night) = units.unwrap_or_default();
    let mut face = Face::new(Graph::complete(guests), vec![NONE; guests]);
    let is_narrowed = face.narrow(|u, v| {
        let strangers = if friends.has_edge(u, v) { 0 } else { stranger };
        strangers + if is_bad(u, v) { bad_night } else { 0 }
    });
    if !is_narrowed {
        return Err("The guests cannot all share double rooms.");
    }

    // All that are as good are still there: the guests choose in turn among them.
    let mut matching = face.matching().ok_or("No matching is known.")?;
    for (guest, (name, ..)) in GUESTS.iter().enumerate() {
        let quiet_first = (0..guests)
            .filter(|v| !is_bad(guest, *v))
            .chain((0..guests).filter(|v| is_bad(guest, *v)));
        if let Some(mate) = matching.settle(guest, quiet_first).filter(|mate| guest < *mate) {
            show(name, GUESTS[mate].0, friends.has_edge(guest, mate));
        }
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "this is what the example is for")]
fn show(guest: &str, mate: &str, are_friends: bool) {
    println!(
        "{guest} and {mate}{}",
        if are_friends {
            ""
        } else {
            ", who do not know each other"
        }
    );
}
