//! Names of people who do not exist, put together as people of the country are called.

use crate::players::Sex;

/// The names of those who speak a language, or languages near to each other, a comma between them.
struct Tongue {
    family: &'static str,
    women: &'static str,
    men: &'static str,
}

const NGUNI: Tongue = Tongue {
    family: "Dlamini, Nkosi, Mabaso, Sithole, Khumalo, Zwane, Mthembu, Mahlangu, Ndlovu, Cele, Gumede, Hadebe, \
        Mchunu, Ngcobo, Qwabe, Xaba, Zungu, Mqhayi, Gcaba, Xhakaza, Qunta, Ntuli, Radebe, Nxele, Mgcina, \
        Sibeko",
    women: "Thandiwe, Nomsa, Zanele, Ayanda, Khethiwe, Nokuthula, Sibongile, Lindiwe, Nomvula, Busisiwe, \
        Hlengiwe, Nobuhle, Noxolo, Gcobisa, Qhawekazi, Xoliswa",
    men: "Sipho, Themba, Bongani, Sizwe, Vusi, Mandla, Lwazi, Thulani, Sandile, Xolani, Mxolisi, Luthando, \
        Ntsika, Qhawe, Sakhile, Andile",
};

const SOTHO: Tongue = Tongue {
    family: "Mokoena, Moatshe, Ramaphala, Letsoalo, Sechaba, Molefe, Motaung, Nkoane, Phiri, Mofokeng, Seloane, \
        Kgosana, Modise, Moloi, Tsotetsi, Maimela, Sekgobela, Thipe, Ntsoane, Kekana, Ledwaba, Mothibi, \
        Tlou, Pooe",
    women: "Lerato, Refilwe, Kelebogile, Boitumelo, Dineo, Keabetswe, Lesego, Masego, Naledi, Palesa, Puleng, \
        Tshegofatso, Mamello, Nthabiseng, Dikeledi, Bontle",
    men: "Kagiso, Tebogo, Thabo, Tshepo, Katlego, Kabelo, Lehlohonolo, Neo, Pule, Tumelo, Thabiso, Mothusi, \
        Sello, Karabo, Ofentse, Tiro",
};

const LIMPOPO: Tongue = Tongue {
    family: "Baloyi, Ngobeni, Tshabangu, Mudau, Nemavhola, Maluleke, Chauke, Mabunda, Shirinda, Khosa, Hlungwani, \
        Mulaudzi, Nevhutalu, Makhubele, Rikhotso, Netshivhale",
    women: "Rirhandzu, Tsakani, Nyiko, Mulalo, Azwihangwisi, Tshilidzi, Hlayisani, Vutomi, Livhuwani, Ntsako",
    men: "Rudzani, Fhatuwani, Tendani, Khathutshelo, Hlulani, Musa, Tiyani, Nkateko, Mashudu, Vonani",
};

const AFRIKAANS: Tongue = Tongue {
    family: "van der Merwe, Botha, Pieterse, Adams, du Plessis, Steenkamp, Fourie, van Wyk, Jansen, Cloete, le \
        Roux, Swarts, Visagie, Beukes, van Rooyen, Esterhuizen, Arendse, Januarie",
    women: "Leoné, Anneké, Elmarie, Chantelle, Mariëtte, Ilse, Charné, Ronel, Zelda, Lizé, Carmelita, Shireen",
    men: "Pieter, Johan, Andries, Hennie, Dewald, Riaan, Jacobus, Deon, René, Waylon, Gert, Ruan",
};

const ENGLISH: Tongue = Tongue {
    family: "O'Brien, Fletcher, Hartley, Whitfield, Marsh, D'Almeida, Campbell, Pennington",
    women: "Claire, Megan, Tracy, Zoë, Bronwyn, Caitlin",
    men: "Craig, Dylan, Grant, Keith, Shaun, Wayne",
};

const INDIAN: Tongue = Tongue {
    family: "Naidoo, Pillay, Govender, Moodley, Reddy, Chetty, Maharaj, Essop",
    women: "Priya, Kavitha, Shanti, Yasmin, Anisha, Farhana",
    men: "Ashwin, Rajen, Kiran, Yusuf, Imraan, Suren",
};

const KHOE: Tongue = Tongue {
    family: "Nxele-!Xam, !Naruseb, !Gariseb, Witbooi-!Hoa",
    women: "Katriena, Dina, Sara, Evelien",
    men: "Dawid, Petrus, Willem, Isak",
};

/// The languages of a province, each as often as it is spoken there, about.
fn tongues(province: &str) -> &'static [(&'static Tongue, u8)] {
    match province {
        "ZA-EC" => &[(&NGUNI, 8), (&AFRIKAANS, 2), (&ENGLISH, 1)],
        "ZA-FS" => &[(&SOTHO, 7), (&NGUNI, 2), (&AFRIKAANS, 2)],
        "ZA-GP" => &[
            (&NGUNI, 4),
            (&SOTHO, 4),
            (&LIMPOPO, 1),
            (&AFRIKAANS, 2),
            (&ENGLISH, 1),
            (&INDIAN, 1),
        ],
        "ZA-KZN" => &[(&NGUNI, 8), (&INDIAN, 3), (&ENGLISH, 1)],
        "ZA-LP" => &[(&SOTHO, 5), (&LIMPOPO, 6)],
        "ZA-MP" => &[(&NGUNI, 6), (&LIMPOPO, 2), (&SOTHO, 2), (&AFRIKAANS, 1)],
        "ZA-NC" => &[(&AFRIKAANS, 5), (&SOTHO, 4), (&KHOE, 2)],
        "ZA-WC" => &[(&AFRIKAANS, 6), (&NGUNI, 3), (&ENGLISH, 2)],
        _ => &[(&SOTHO, 8), (&AFRIKAANS, 2), (&NGUNI, 1)],
    }
}

/// A family name and given names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Names {
    pub(super) family: String,
    pub(super) given: String,
}

impl Names {
    /// The names of somebody who lives in that province.
    pub(super) fn of(province: &str, sex: Sex, chance: &mut fastrand::Rng) -> Names {
        let tongue = tongue(province, chance);
        Names {
            family: one(tongue.family, chance),
            given: given(tongue, sex, chance),
        }
    }

    /// The names of a relative who has the same family name.
    pub(super) fn of_relative(&self, sex: Sex, chance: &mut fastrand::Rng) -> Names {
        let all = [&NGUNI, &SOTHO, &LIMPOPO, &AFRIKAANS, &ENGLISH, &INDIAN, &KHOE];
        let own = all
            .into_iter()
            .find(|tongue| all_of(tongue.family).any(|family| family == self.family));
        Names {
            family: self.family.clone(),
            given: given(own.unwrap_or(&NGUNI), sex, chance),
        }
    }

    /// Both in the order in which they are spoken.
    pub(super) fn full(&self) -> String {
        format!("{} {}", self.given, self.family)
    }
}

fn tongue(province: &str, chance: &mut fastrand::Rng) -> &'static Tongue {
    let spoken = tongues(province);
    let shares: u8 = spoken.iter().map(|(_, share)| share).sum();
    let mut left = chance.u8(..shares);
    for (tongue, share) in spoken {
        if left < *share {
            return tongue;
        }
        left -= share;
    }
    &NGUNI
}

/// A given name; one person in six has two.
fn given(tongue: &Tongue, sex: Sex, chance: &mut fastrand::Rng) -> String {
    let names = match sex {
        Sex::Female => tongue.women,
        Sex::Male => tongue.men,
    };
    let (first, second) = (one(names, chance), one(names, chance));
    if chance.u8(..6) == 0 && first != second {
        format!("{first} {second}")
    } else {
        first
    }
}

fn all_of(names: &str) -> impl Iterator<Item = &str> {
    names.split(", ")
}

fn one(names: &str, chance: &mut fastrand::Rng) -> String {
    let chosen = chance.usize(..all_of(names).count());
    all_of(names).nth(chosen).unwrap_or_default().to_owned()
}
