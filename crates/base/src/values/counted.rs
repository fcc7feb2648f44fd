//! Nouns with their number, for sentences in English.

/// A number of things: `1 round`, `6 rounds`.
#[must_use]
pub fn counted(number: impl TryInto<i64>, singular: &str, plural: &str) -> String {
    let number = number.try_into().unwrap_or(i64::MAX);
    format!("{number} {}", if number == 1 { singular } else { plural })
}

/// A number of rounds: `1 round`, `6 rounds`.
#[must_use]
pub fn rounds(number: impl TryInto<i64>) -> String {
    counted(number, "round", "rounds")
}

#[cfg(test)]
mod tests {
    use crate::values::counted::*;

    #[test]
    fn one_thing_alone_is_singular() {
        let told = [0, 1, 2].map(rounds);
        assert_eq!(told, ["0 rounds", "1 round", "2 rounds"]);
        assert_eq!(counted(1_usize, "player", "players"), "1 player");
    }
}
