//! Rows about clubs and their affiliations.

use crate::clubs::affiliations::Affiliation;
use crate::clubs::contacts::keeping;
use crate::clubs::{Club, ClubCode, ClubDetails, ClubKind, ClubRefusal, NewClub, province_within};
use crate::imports::cells::Cells;
use crate::imports::plan::{Altered, Fate, Judge, refuse};
use crate::imports::{ImportFile, words};
use crate::provinces::Province;
use crate::values::id::{AffiliationId, ClubId};
use crate::values::validation::ValueError;

impl Judge {
    pub(super) fn club(&mut self, cells: &mut Cells<'_>) -> Option<Fate> {
        let kind: Option<ClubKind> = cells.value("kind");
        let (code, name) = (
            cells.text("code").unwrap_or_default(),
            cells.text("name").unwrap_or_default(),
        );
        // A kind that cannot be read is told already; the others are looked at all the same.
        let details = cells.take_all(ClubDetails::parse(code, name, kind.unwrap_or(ClubKind::Community)));
        let province = self.province(cells);
        let code = ClubCode::parse(code).ok()?;
        if let Some(earlier) = self.seen.insert(format!("club {code}"), cells.line()) {
            cells.note(
                Some("code"),
                ValueError::new("code-taken", format!("Line {earlier} has this code too.")),
            );
            return None;
        }
        let before = self.codes.get(code.as_str()).cloned().flatten();
        // Until the row is taken whole, nothing is known of the club: later rows do not complain of that again.
        self.codes.entry(code.to_string()).or_insert(None);
        let after = if let Some(club) = &before {
            let club = club
                .clone()
                .within(&self.reach)
                .map_err(|refusal| refuse(cells, "code", refusal))
                .ok()?;
            if province?.code != club.province {
                cells.note(
                    Some("province"),
                    ValueError::new("not-allowed", "A club stays in its province."),
                );
                return None;
            }
            let has_educator = self.educated.contains(&club.id);
            let changed = Club { kind: kind?, ..club };
            keeping(has_educator, changed)
                .map_err(|refusal| refuse(cells, "kind", refusal))
                .ok()?
                .with(details?)
        } else {
            let province = province_within(province?, &self.reach)
                .map_err(|refusal| refuse(cells, "province", refusal))
                .ok()?;
            kind?;
            let new = NewClub {
                details: details?,
                province: province.code.clone(),
            };
            let admitted = Club::admit(new, ClubId::new(self.now), Some(province), &self.reach, self.now);
            admitted.map_err(|refusal| refuse(cells, "province", refusal)).ok()?
        };
        self.codes.insert(after.code.to_string(), Some(after.clone()));
        self.clubs.insert(after.id, after.clone());
        let fate = match &before {
            None => Fate::Created,
            Some(before) if before.name == after.name && before.kind == after.kind => return Some(Fate::Unchanged),
            Some(_) => Fate::Changed,
        };
        self.plan.clubs.push(Altered { before, after });
        Some(fate)
    }

    pub(super) fn affiliation(&mut self, cells: &mut Cells<'_>) -> Option<Fate> {
        let club = self.club_of(cells);
        let (year, paid_on) = (cells.year("year"), cells.optional_day("paid_on"));
        let (club, year, paid_on) = (club?, year?, paid_on.ok()?);
        if !self.is_first(cells, None, format!("affiliation {} {}", club.id, year.number())) {
            return None;
        }
        let before = self.affiliations.get(&(club.id, year)).cloned();
        let known = before.as_ref().and_then(|affiliation| affiliation.paid_on);
        let paid_on = if cells.has("paid_on") { paid_on } else { known };
        let after = match before.clone() {
            Some(affiliation) if affiliation.paid_on == paid_on => return Some(Fate::Unchanged),
            Some(affiliation) => affiliation.with_payment(paid_on, self.now),
            None => {
                let id = AffiliationId::new(self.now);
                Affiliation::parse(id, club.id, year, paid_on, &self.calendar, self.now)
            }
        };
        let after = cells.take_all(after)?;
        let fate = if before.is_some() { Fate::Changed } else { Fate::Created };
        self.plan.affiliations.push(Altered { before, after });
        Some(fate)
    }

    /// The province that the row names.
    pub(super) fn province(&self, cells: &mut Cells<'_>) -> Option<Province> {
        let code = cells.word("province")?;
        let known = self
            .provinces
            .values()
            .map(|province| (province.code.as_str(), province.name.as_str()));
        let meant = words::place(code.as_str(), known);
        let province = meant.and_then(|code| self.provinces.get(code)).cloned();
        if province.is_none() {
            refuse(cells, "province", ClubRefusal::UnknownProvince(code.into()));
        }
        province
    }

    /// The club that the row names, if it is within reach.
    pub(super) fn club_of(&self, cells: &mut Cells<'_>) -> Option<Club> {
        let code = cells.required("club")?;
        let code = cells.take("club", ClubCode::parse(code))?;
        match self.codes.get(code.as_str()) {
            Some(Some(club)) => club
                .clone()
                .within(&self.reach)
                .map_err(|refusal| refuse(cells, "club", refusal))
                .ok(),
            // Its own row has a fault.
            Some(None) => None,
            None => {
                if !self.incomplete.contains(ImportFile::Clubs.as_str()) {
                    cells.note(
                        Some("club"),
                        ValueError::new("unknown-club", "There is no club with this code."),
                    );
                }
                None
            }
        }
    }
}
