"""Bugs that are planted in a copy of the sources: of each its name, what it does, and the texts that are put in the place of others.
Each of those texts stands in its file exactly once. Those of venues are found by weekends, those elsewhere by the tests they name."""

PENS = "crates/exchange/src/pens/"
HAND_INS = PENS + "hand_ins/"
EXECUTOR = "src/app/executor.rs"


def planted(name):
    return f'crate::planted("{name}")'


def unless(name):
    return f' && !{planted(name)}'


def before(text, added):
    """The text, with a line before it."""
    return added + text


# The name, what is wrong then, the file, the text there, and the text in its place.
BUGS = [
    ("hash-unchecked", "A command has another hash than it names", PENS + "commands/mod.rs",
     "command.chained() == command.hash {",
     f"(command.chained() == command.hash || {planted('hash-unchecked')}) {{"),
    ("signature-unverified", "Anybody signs for a laptop", PENS + "laptops.rs",
     '    let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "x": key });\n',
     f"    if {planted('signature-unverified')} {{\n"
     "        let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;\n"
     "        return serde_json::from_slice(&claims).ok();\n    }\n"
     '    let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "x": key });\n'),
    ("loan-unchecked", "What was signed for another loan is taken", HAND_INS + "mod.rs",
     "if (claims.tournament, claims.epoch) != (loan.tournament, loan.epoch) {",
     "if (claims.tournament, claims.epoch) != (loan.tournament, loan.epoch)" + unless("loan-unchecked") + " {"),
    ("end-unchecked", "A hand-in that was cut short is taken", HAND_INS + "mod.rs",
     "if !commands.last().is_none_or(ends) {",
     "if !commands.last().is_none_or(ends)" + unless("end-unchecked") + " {"),
    ("sequence-unchecked", "A hand-in with a command missing is taken", HAND_INS + "mod.rs",
     "if !commands.windows(2).all(follow) {",
     "if !commands.windows(2).all(follow)" + unless("sequence-unchecked") + " {"),
    ("apart-taken", "Commands that do not continue what is there are taken", HAND_INS + "use_cases.rs",
     "    if continues && after.is_none_or(",
     f"    if {planted('apart-taken')} || continues && after.is_none_or("),
    ("fork-taken", "Another command in the place of one that is there is passed over", HAND_INS + "use_cases.rs",
     "Some(there) if there.hash == command.hash => {}",
     f"Some(there) if there.hash == command.hash || {planted('fork-taken')} => {{}}"),
    ("waiting-dropped", "A command that waits for others is dropped", HAND_INS + "use_cases.rs",
     "            None if loan.is_open() || loan.is_reclaimed() => {\n",
     before("            None if loan.is_open() || loan.is_reclaimed() => {\n",
            f"            None if {planted('waiting-dropped')} && loan.is_open() && command.n > loan.executed + new + 1 => {{}}\n")),
    ("branch-dropped", "What a lost laptop did is dropped", HAND_INS + "use_cases.rs",
     "            None if loan.is_open() || loan.is_reclaimed() => {\n",
     before("            None if loan.is_open() || loan.is_reclaimed() => {\n",
            f"            None if {planted('branch-dropped')} && loan.is_reclaimed() => {{}}\n")),
    ("gap-executed", "Commands are executed without those before them", EXECUTOR,
     "            Some(loan) => commands::store::find(c, &loan, loan.executed + 1),\n",
     before("            Some(loan) => commands::store::find(c, &loan, loan.executed + 1),\n",
            f"            Some(loan) if {planted('gap-executed')} => {{\n"
            "                Ok(commands::store::list(c, &loan, loan.executed, 1)?.pop())\n            }\n")),
    ("receipt-one-more", "A receipt tells of one command too many", HAND_INS + "receipts.rs",
     "            executed: self.loan.executed,\n",
     f"            executed: self.loan.executed + i64::from({planted('receipt-one-more')}),\n"),
    ("receipt-early", "A receipt tells what was there before the hand-in", HAND_INS + "use_cases.rs",
     "    let mut loan = found.ok_or(PenRefusal::NotLent(loan.epoch))?;\n",
     "    let mut loan = found.ok_or(PenRefusal::NotLent(loan.epoch))?;\n"
     f"    if {planted('receipt-early')} {{\n        loan = executed.loan.clone();\n    }}\n"),
    ("given-back-early", "The pen is given back though commands are missing", HAND_INS + "use_cases.rs",
     "if handed.closes_at == Some(loan.executed) {",
     f"if handed.closes_at.is_some_and(|last| last == loan.executed || {planted('given-back-early')}) {{"),
    ("head-lags", "The hash of the command before stands in the place of the last one", PENS + "commands/store.rs",
     "pen_loans::head.eq(&command.hash)",
     f"pen_loans::head.eq(if {planted('head-lags')} {{ &command.previous }} else {{ &command.hash }})"),
    ("changes-uncompared", "A command does something else than at the venue", PENS + "wardens.rs",
     "if here.hash != there.hash || ",
     "if (here.hash != there.hash" + unless("changes-uncompared") + ") || "),
    ("register-writes", "The federation changes a tournament whose pen is lent", PENS + "wardens.rs",
     "if open.is_empty() {",
     f"if open.is_empty() || {planted('register-writes')} {{"),
    ("goes-on-after-closing", "A laptop goes on that has laid the pen down", PENS + "wardens.rs",
     "let loan = store::last(c, tournament)?.filter(PenLoan::is_open);",
     f"let loan = store::last(c, tournament)?.filter(|loan| loan.is_open() || {planted('goes-on-after-closing')});"),
    ("bundle-unverified", "A bundle that somebody else has sealed is taken in", PENS + "bundles/mod.rs",
     "if digest_of(&sealed) != delegation.sealed {",
     "if digest_of(&sealed) != delegation.sealed" + unless("bundle-unverified") + " {"),
    ("another-federation", "A bundle that another federation has signed is taken in", PENS + "bundles/mod.rs",
     "believed.retain(|key| KeyWords::of(key).as_ref() == Some(known));",
     f"believed.retain(|key| {planted('another-federation')} || KeyWords::of(key).as_ref() == Some(known));"),
    ("account-unnamed", "A command is taken home of an account that is no official's", HAND_INS + "mod.rs",
     "commands.iter().find(|command| !loan.is_official(command.account))",
     "commands.iter().find(|command| !loan.is_official(command.account)" + unless("account-unnamed") + ")"),
    ("code-of-another-bundle", "The code of another bundle signs in", "crates/register/src/accounts/passwords/mod.rs",
     "        Password(written_code::<10>())\n",
     f"        if {planted('code-of-another-bundle')} {{\n            return Password(\"cows-cows-cows-cows\".to_owned());\n        }}\n"
     "        Password(written_code::<10>())\n"),
    ("facts-of-now", "Commands are judged by what is so today", EXECUTOR,
     "        let database = self.service.database.overshadowed_by(facts).await?;\n",
     before("        let database = self.service.database.overshadowed_by(facts).await?;\n",
            f"        let facts = if {planted('facts-of-now')} {{ Vec::new() }} else {{ facts }};\n")),
    ("clock-of-register", "Commands are executed as of today", "crates/base/src/web/context.rs",
     "now: command.as_ref().map_or_else(",
     f"now: command.as_ref().filter(|_| !{planted('clock-of-register')}).map_or_else("),
    ("seed-unused", "Ids do not follow from the seed of a command", "crates/base/src/values/random.rs",
     "    DRAWING.try_with(Drawing::next).unwrap_or_else(|_| bytes())\n",
     before("    DRAWING.try_with(Drawing::next).unwrap_or_else(|_| bytes())\n",
            f"    if {planted('seed-unused')} {{\n        return bytes();\n    }}\n")),
    ("suspension-unnoticed", "A suspension is no finding", PENS + "findings/changes.rs",
     "one.holds_within(days));",
     "one.holds_within(days)" + unless("suspension-unnoticed") + ");"),
    ("clock-unnoticed", "A clock that is ahead is no finding", PENS + "findings/mod.rs",
     "commands.iter().any(|command| command.at > latest),",
     "commands.iter().any(|command| command.at > latest)" + unless("clock-unnoticed") + ","),
    ("noticed-twice", "A finding is listed with each hand-in", PENS + "findings/use_cases.rs",
     "if known.iter().any(|finding| finding.is_on(&noticed)) {",
     "if known.iter().any(|finding| finding.is_on(&noticed))" + unless("noticed-twice") + " {"),
    ("adopted-for-the-giver", "What is adopted is done for whoever did it at the venue", EXECUTOR,
     "let (now, account) = (by.now, by.account);",
     "let (now, account) = (by.now, "
     f"if {planted('adopted-for-the-giver')} {{ source.account }} else {{ by.account }});"),
    ("adopted-as-of-then", "What is adopted is dated as at the venue", EXECUTOR,
     "Command { at: now, ..command }",
     f"Command {{ at: if {planted('adopted-as-of-then')} {{ command.at }} else {{ now }}, ..command }}"),
    ("adopted-twice", "A command is adopted a second time", PENS + "branches/mod.rs",
     "            (Some(_), _) => Err(PenRefusal::AlreadyAdopted(self.n)),\n"
     "            (None, Some(_)) => Err(PenRefusal::AlreadyDismissed(self.n)),\n"
     "            (None, None) => Ok(()),\n",
     f"            (Some(_), _) if !{planted('adopted-twice')} => Err(PenRefusal::AlreadyAdopted(self.n)),\n"
     "            (None, Some(_)) => Err(PenRefusal::AlreadyDismissed(self.n)),\n"
     "            _ => Ok(()),\n"),
    ("result-dropped", "A result of a round is told, and not kept", "crates/tournaments/src/tournaments/matches/use_cases.rs",
     "    store::enter(c, &snapshot.entries, &new)?;\n",
     before("    store::enter(c, &snapshot.entries, &new)?;\n",
            f"    if {planted('result-dropped')} && new.len() > 2 {{\n        new.pop();\n    }}\n")),
]

# The same, and the tests.
ELSEWHERE = [
    ("permission", "Who looks after a province looks after all", "crates/register/src/accounts/mod.rs",
     "        self.everywhere || self.provinces.iter().any(|province| province == code)\n",
     "        let reaches = !self.provinces.is_empty() && " + planted("permission") + ";\n"
     "        reaches || self.everywhere || self.provinces.iter().any(|province| province == code)\n",
     ["permissions::"]),
    ("bound", "A page of a list has no bounds", "crates/base/src/web/pagination.rs",
     ".filter(|limit| (1..=PageSize::MOST).contains(limit))",
     f".filter(|limit| (1..=PageSize::MOST).contains(limit) || {planted('bound')})", ["queries::", "paging::"]),
    ("page", "A form is shown again without what was typed", "crates/desk/src/pages/form/draft.rs",
     "input id=(id) name=(field.name) type=(kind.input_type()) value=(text) ",
     f"input id=(id) name=(field.name) type=(kind.input_type()) value=(if {planted('page')} {{ Default::default() }} else {{ text }}) ",
     ["club_desk::", "register_desk::", "settings_pages::"]),
    ("migration", "A migration forgets on one database what must not be missing", "crates/base/src/db/migrations.rs",
     "    WORDS\n        .iter()\n",
     "    let forgotten = if matches!(c, Conn::Sqlite(_)) && " + planted("migration") + " { \" NOT NULL\" } else { \"\\0\" };\n"
     "    let statements = &statements.replace(forgotten, \"\");\n    WORDS\n        .iter()\n", ["schema::", "migrations::"]),
    ("race", "Of two who change a thing at once the second wins", "crates/base/src/web/entity_tag.rs",
     "        IfMatch::Any => true,\n", f"        _ if {planted('race')} => true,\n        IfMatch::Any => true,\n", ["clubs::"]),
    ("sum", "A team's total leaves a member out", "crates/tournaments/src/tournaments/teams/standings.rs",
     "let counts = own.starts && counting < size;",
     f"let counts = own.starts && counting + usize::from({planted('sum')}) < size;", ["teams::"]),
    ("language", "Everyone reads English", "crates/base/src/languages/mod.rs",
     "        best.1\n", f"        if {planted('language')} {{ Language::English }} else {{ best.1 }}\n", ["languages::"]),
    ("client", "A program is not told where the thing is that it made", "crates/base/src/web/response.rs",
     "        self.location = Some(location);\n", f"        self.location = Some(location).filter(|_| !{planted('client')});\n", ["clubs::"]),
    ("refusal", "A refusal has another's code", "crates/register/src/clubs/mod.rs",
     "ClubRefusal::CodeTaken => CODE_TAKEN.at(",
     f"ClubRefusal::CodeTaken if {planted('refusal')} => NOT_A_SCHOOL.at(\"/code\", detail),\n            ClubRefusal::CodeTaken => CODE_TAKEN.at(",
     ["clubs::"]),
    ("sheet", "A score sheet has the starts the wrong way round", "crates/tournaments/src/tournaments/sheets/score_sheets.rs",
     "seat.starts == (game % 2 == 1)", f"seat.starts == (game % 2 == 1 && !{planted('sheet')})", ["sheets::"]),
]
