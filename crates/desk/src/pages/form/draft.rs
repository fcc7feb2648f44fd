//! A form on its way to somebody: empty, filled with what is on record, or refused, with what was typed.

use maud::{Markup, html};

use crate::languages::{Language, Words, say};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{FormToken, KEY, TOKEN, enctype};
use crate::values::error::Problem;
use crate::values::random;

/// Whether what is at that pointer is the field of that name, or a whole of which it is a part.
fn is_about(pointer: &str, name: &str) -> bool {
    let rest = pointer.strip_prefix('/').and_then(|whole| name.strip_prefix(whole));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A form on its way: empty, filled with what is on record, or with what was typed and why it was refused.
pub(crate) struct Draft {
    pub(super) pairs: Vec<(String, String)>,
    /// Whether files had been chosen: a browser does not keep which ones.
    pub(super) had_files: bool,
    pub(super) key: String,
    pub(super) refusal: Option<Box<Problem>>,
    /// The words of the page on which it stands.
    pub(super) words: Words,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft::of(Vec::new())
    }
}

impl Draft {
    /// A form with those texts in its fields.
    pub(crate) fn of(pairs: Vec<(String, String)>) -> Draft {
        Draft {
            pairs,
            had_files: false,
            key: random::secret(),
            refusal: None,
            words: Words::ENGLISH,
        }
    }

    /// The form on a page in those words; the sentences of a refusal stay in English.
    pub(crate) fn in_words(self, words: Words) -> Draft {
        Draft { words, ..self }
    }

    /// The status of the page that shows it.
    pub(crate) fn status(&self) -> u16 {
        self.refusal.as_ref().map_or(200, |problem| problem.kind.status)
    }

    /// The text in the field of that name; nothing if there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        let field = self.pairs.iter().find(|(field, _)| field == name);
        field.map(|(_, text)| text.as_str()).unwrap_or_default()
    }

    /// The fault of the field of that name, or of the whole of which it is a part.
    pub(crate) fn fault(&self, name: &str) -> Option<&str> {
        let faults = &self.refusal.as_ref()?.errors;
        let fault = faults.iter().find(|fault| is_about(&fault.pointer, name))?;
        Some(&fault.message)
    }

    /// The reason why it was refused, if it was.
    pub(crate) fn into_refusal(self) -> Option<Box<Problem>> {
        self.refusal
    }

    /// The form, sent to that path by a button with those words.
    pub(crate) fn form(&self, action: &str, token: &FormToken, fields: &[Field], button: &str) -> Markup {
        html! {
            form method="post" action=(action) enctype=[enctype(fields)] {
                (self.refusal(fields))
                (self.hidden(token))
                @for field in fields { (self.field(field)) }
                button { (button) }
            }
        }
    }

    /// The form as [`Draft::form`], which asks for the password of that account.
    pub(crate) fn form_of(
        &self,
        account: &str,
        action: &str,
        token: &FormToken,
        fields: &[Field],
        button: &str,
    ) -> Markup {
        html! {
            form method="post" action=(action) {
                // Whoever keeps passwords for people is told whose this is.
                input type="email" value=(account) autocomplete="username" aria-label="E-mail address" readonly hidden;
                (self.refusal(fields))
                (self.hidden(token))
                @for field in fields { (self.field(field)) }
                button { (button) }
            }
        }
    }

    /// The hidden fields of a form: its key, and the browser's mark.
    pub(crate) fn hidden(&self, token: &FormToken) -> Markup {
        html! {
            input type="hidden" name=(KEY) value=(self.key);
            (Draft::mark(token))
        }
    }

    /// Hides all fields of a form, with their texts.
    pub(crate) fn all_hidden(&self, token: &FormToken) -> Markup {
        html! {
            (self.hidden(token))
            @for (name, text) in &self.pairs { input type="hidden" name=(name) value=(text); }
        }
    }

    /// The hidden field with a browser's mark.
    pub(crate) fn mark(FormToken(token): &FormToken) -> Markup {
        html! { input type="hidden" name=(TOKEN) value=(token); }
    }

    /// Whether a field of that name is one that nobody has typed.
    pub(crate) fn is_hidden(name: &str) -> bool {
        name == KEY || Draft::is_mark(name)
    }

    /// Whether a field of that name has a browser's mark.
    pub(crate) fn is_mark(name: &str) -> bool {
        name == TOKEN
    }

    /// The reason why it was refused, with the way to each field that is wrong.
    pub(crate) fn refusal(&self, fields: &[Field]) -> Markup {
        let Some(problem) = &self.refusal else {
            return html! {};
        };
        let other = self.words.unless(Language::English);
        let label = |pointer: &str| fields.iter().find(|field| is_about(pointer, &field.name));
        html! {
            div.refusal role="alert" tabindex="-1" autofocus {
                p { b { (self.words.title_of(problem.kind)) } }
                @if problem.errors.is_empty() { p lang=[other] { (problem.detail) } }
                @else {
                    ul {
                        @for fault in &problem.errors {
                            li {
                                @match label(&fault.pointer) {
                                    Some(field) => a href={ "#" (field.id()) } { (field.label) ": " (self.fault_in_english(&fault.message)) },
                                    None => (self.fault_in_english(&fault.message)),
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The sentence about a fault, which is marked as English on a page that is not.
    fn fault_in_english(&self, message: &str) -> Markup {
        html! {
            @if let Some(tag) = self.words.unless(Language::English) { span lang=(tag) { (message) } } @else { (message) }
        }
    }

    /// A field with its label, its hint, and what is wrong with it.
    pub(crate) fn field(&self, field: &Field) -> Markup {
        let (id, fault) = (field.id(), self.fault(&field.name));
        let (hint_id, fault_id) = (format!("{id}-hint"), format!("{id}-fault"));
        let described = match (&field.hint, fault) {
            (None, None) => None,
            (Some(_), None) => Some(hint_id.clone()),
            (None, Some(_)) => Some(fault_id.clone()),
            (Some(_), Some(_)) => Some(format!("{hint_id} {fault_id}")),
        };
        let text = if field.kind.is_secret() {
            ""
        } else {
            self.text(&field.name)
        };
        html! {
            div.field.wrong[fault.is_some()] {
                label for=(id) { (field.label) @if !field.required { span.optional { " " (say!(self.words, "if-any")) } } }
                @if let Some(hint) = &field.hint { p.hint id=(hint_id) { (hint) } }
                @if let Some(fault) = fault { p.fault id=(fault_id) { (self.fault_in_english(fault)) } }
                @match &field.kind {
                    FieldKind::Choice(choices) => {
                        select id=(id) name=(field.name) required[field.required] aria-describedby=[described] {
                            @if !field.required || text.is_empty() { option value="" { } }
                            @for (value, words) in choices { option value=(value) selected[value == text] { (words) } }
                        }
                    }
                    FieldKind::YesNo => {
                        select id=(id) name=(field.name) required[field.required] aria-describedby=[described] {
                            option value="" { }
                            option value="yes" selected[text == "yes"] { (say!(self.words, "yes")) }
                            option value="no" selected[text == "no"] { (say!(self.words, "no")) }
                        }
                    }
                    FieldKind::Long => {
                        textarea id=(id) name=(field.name) rows="4" required[field.required] aria-describedby=[described] { (text) }
                    }
                    FieldKind::File(kinds) => {
                        @if self.had_files && fault.is_none() { p.fault { "Choose the file again: it was not kept." } }
                        input id=(id) name=(field.name) type="file" accept=(kinds) required[field.required]
                            aria-describedby=[described] aria-invalid=[fault.map(|_| "true")];
                    }
                    kind => {
                        input id=(id) name=(field.name) type=(kind.input_type()) value=(text) required[field.required]
                            autocomplete=(field.autocomplete) inputmode=[kind.input_mode()] aria-describedby=[described]
                            aria-invalid=[fault.map(|_| "true")];
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::form::draft::*;

    #[test]
    fn a_fault_of_a_whole_stands_at_its_parts() {
        assert!(is_about("/name", "name") && is_about("/divisions/student", "divisions/student/oldest"));
        assert!(!is_about("/name", "names") && !is_about("/student/oldest", "student") && !is_about("name", "name"));
    }

    #[test]
    fn a_file_has_to_be_chosen_again() {
        let fields = [Field::new("paper", "Paper", FieldKind::File(".csv"))];
        let (draft, mark) = (Draft::default(), FormToken::of("a secret"));
        let empty = draft.form("/", &mark, &fields, "Send").into_string();
        assert!(empty.contains("enctype=\"multipart/form-data\"") && empty.contains("type=\"file\" accept=\".csv\""));
        assert!(!empty.contains("Choose the file again"));
        let refused = Draft {
            had_files: true,
            ..draft
        };
        let refused = refused.form("/", &mark, &fields, "Send").into_string();
        assert!(refused.contains("Choose the file again"));
        let plain = Draft::default().form("/", &mark, &[], "Send").into_string();
        assert!(!plain.contains("enctype"));
    }
}
