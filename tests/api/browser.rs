//! A person at a browser without scripts: pages are opened, forms filled in and sent, redirects followed.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::{Value, json};
use ureq::http;

use crate::app::{ADMINISTRATOR, TestApp};

/// The line between the parts of a form with files.
const BOUNDARY: &str = "----a-line-that-stands-in-no-file";

/// A browser, with the cookie that it keeps.
pub struct Browser<'a> {
    app: &'a TestApp,
    pub cookie: RefCell<Option<String>>,
    /// The cookies beside that of a session, by name.
    others: RefCell<BTreeMap<String, String>>,
    /// Headers that it sends besides, of which the last of a name counts.
    headers: Vec<(&'static str, &'static str)>,
}

/// A page as it came.
pub struct Page {
    pub status: u16,
    pub headers: http::HeaderMap,
    pub body: String,
}

/// A form of a page, filled in as the page has it.
#[derive(Clone, Debug)]
pub struct Form {
    pub action: String,
    pub fields: BTreeMap<String, String>,
    /// Whether it is sent as a form with files is.
    pub takes_files: bool,
    /// The files that were chosen: the names of their fields and their own, and what they hold.
    pub files: Vec<(String, String, Vec<u8>)>,
}

impl<'a> Browser<'a> {
    /// A browser in which nobody has signed in.
    pub fn new(app: &'a TestApp) -> Browser<'a> {
        Browser {
            app,
            cookie: RefCell::default(),
            others: RefCell::default(),
            headers: vec![("accept", "text/html"), ("sec-fetch-site", "same-origin")],
        }
    }

    /// A browser in which somebody has signed in.
    pub fn of(app: &'a TestApp, email: &str) -> Browser<'a> {
        let browser = Browser::new(app);
        let form = browser.open("/sign-in").form("/sign-in");
        let page = browser.send(&form.with("email", email).with("password", app.password_of(email)));
        assert_eq!(page.status, 303, "{}", page.text());
        browser
    }

    /// A browser in which somebody new with that grant has signed in.
    pub fn granted(app: &'a TestApp, grant: &Value) -> Browser<'a> {
        Browser::of(app, &app.account_with(grant).email)
    }

    /// A browser in which the administrator has signed in.
    pub fn administrator(app: &'a TestApp) -> Browser<'a> {
        Browser::of(app, ADMINISTRATOR)
    }

    /// A browser in which a coordinator of that province has signed in.
    pub fn coordinator(app: &'a TestApp, province: &str) -> Browser<'a> {
        Browser::granted(app, &json!({ "role": "coordinator", "province": province }))
    }

    /// The browser as it sends another header.
    pub fn sending(mut self, name: &'static str, value: &'static str) -> Browser<'a> {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value));
        self
    }

    /// Asks for a page.
    pub fn get(&self, path: &str) -> Page {
        self.ask("GET", path, None)
    }

    /// Asks for a file: the status, and what it holds.
    pub fn get_file(&self, path: &str) -> (u16, Vec<u8>) {
        let cookie = self.cookie.borrow().clone().unwrap_or_default();
        let request = http::Request::get(format!("{}{path}", self.app.base())).header("cookie", cookie);
        let mut answer = self.app.agent.run(request.body(()).unwrap()).unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_vec().unwrap())
    }

    /// Opens a page that is there.
    #[track_caller]
    pub fn open(&self, path: &str) -> Page {
        let page = self.get(path);
        assert_eq!(page.status, 200, "{path}: {}", page.text());
        page
    }

    /// Sends a form.
    pub fn send(&self, form: &Form) -> Page {
        if form.takes_files {
            let media_type = format!("multipart/form-data; boundary={BOUNDARY}");
            return self.ask("POST", &form.action, Some((&media_type, form.parts())));
        }
        let body = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&form.fields)
            .finish();
        let media_type = "application/x-www-form-urlencoded";
        self.ask("POST", &form.action, Some((media_type, body.into_bytes())))
    }

    /// Sends a form that is done, and opens the page to which it leads.
    #[track_caller]
    pub fn go(&self, form: &Form) -> Page {
        let page = self.send(form);
        assert_eq!(page.status, 303, "{}: {}", form.action, page.text());
        self.open(page.header("location"))
    }

    fn ask(&self, method: &str, path: &str, body: Option<(&str, Vec<u8>)>) -> Page {
        let mut request = http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.app.base()));
        for (name, value) in &self.headers {
            request = request.header(*name, *value);
        }
        let cookies = self.cookies();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies);
        }
        let answer = match body {
            Some((media_type, body)) => {
                let request = request.header("content-type", media_type);
                self.app.agent.run(request.body(body).unwrap())
            }
            None => self.app.agent.run(request.body(()).unwrap()),
        };
        let mut answer = answer.unwrap();
        let page = Page {
            status: answer.status().as_u16(),
            headers: answer.headers().clone(),
            body: answer.body_mut().read_to_string().unwrap(),
        };
        if page.status != 303 && page.header("content-type").starts_with("text/html") {
            page.is_well_formed();
        }
        for cookie in page.headers.get_all("set-cookie") {
            let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
            let name = cookie.split_once('=').unwrap().0;
            if ["session", "__Host-session"].contains(&name) {
                let kept = Some(cookie.to_owned()).filter(|cookie| !cookie.ends_with('='));
                self.cookie.replace(kept);
            } else {
                self.others.borrow_mut().insert(name.to_owned(), cookie.to_owned());
            }
        }
        page
    }

    /// Keeps the cookies of another browser, except its session.
    pub fn keep_all_of(&self, other: &Browser<'_>) {
        self.others.replace(other.others.borrow().clone());
    }

    /// The cookies that it sends.
    fn cookies(&self) -> String {
        let (own, others) = (self.cookie.borrow(), self.others.borrow());
        let all: Vec<&str> = own.iter().chain(others.values()).map(String::as_str).collect();
        all.join("; ")
    }
}

/// A text as it stands between tags.
fn plain(text: &str) -> String {
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The value of an attribute in a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(plain(rest.split('"').next()?))
}

/// Fails if the page does not have these words.
#[track_caller]
pub fn says(page: &Page, told: &str) {
    assert!(page.text().contains(told), "{told:?} is not in: {}", page.text());
}

impl Page {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The text of the body, without the tags, in one line.
    pub fn text(&self) -> String {
        let (_, body) = self.body.split_once("<body").unwrap_or(("", &self.body));
        let text = body
            .split('<')
            .map(|tag| tag.split_once('>').map_or("", |(_, text)| text));
        plain(&text.collect::<Vec<_>>().join(" "))
    }

    /// The form that is sent to that path.
    #[track_caller]
    pub fn form(&self, action: &str) -> Form {
        let forms = self.forms();
        let known: Vec<_> = forms.iter().map(|form| form.action.clone()).collect();
        let found = forms.into_iter().find(|form| form.action == action);
        found.unwrap_or_else(|| panic!("no form is sent to {action}, but to {known:?}: {}", self.text()))
    }

    /// The form that is sent to a path with that end.
    #[track_caller]
    pub fn form_to(&self, end: &str) -> Form {
        let found = self.forms().into_iter().find(|form| form.action.ends_with(end));
        found.unwrap_or_else(|| panic!("no form is sent to …{end}: {}", self.text()))
    }

    /// All forms.
    pub fn forms(&self) -> Vec<Form> {
        let forms = self.body.split("<form ").skip(1);
        forms
            .map(|form| {
                let form = form.split("</form>").next().unwrap();
                let tags = form.split('<').skip(1);
                let is_typed = |tag: &str| {
                    !["checkbox", "file"]
                        .iter()
                        .any(|kind| tag.contains(&format!("type=\"{kind}\"")))
                };
                let inputs = tags.filter(|tag| tag.starts_with("input") && is_typed(tag));
                let field = |tag: &str| {
                    let value = attribute(tag, "value").unwrap_or_default();
                    Some((attribute(tag, "name")?, value))
                };
                Form {
                    action: attribute(&format!(" {form}"), "action").unwrap(),
                    fields: inputs.filter_map(field).collect(),
                    takes_files: form
                        .split('>')
                        .next()
                        .unwrap()
                        .contains("enctype=\"multipart/form-data\""),
                    files: Vec::new(),
                }
            })
            .collect()
    }

    /// The paths of the links.
    pub fn links(&self) -> Vec<String> {
        let tags = self.body.split("<a ").skip(1);
        tags.filter_map(|tag| attribute(&format!(" {tag}"), "href")).collect()
    }

    /// The boxes that can be ticked: their names, each with its value.
    pub fn boxes(&self) -> Vec<(String, String)> {
        let tags = self.body.split('<').filter(|tag| tag.contains("type=\"checkbox\""));
        tags.map(|tag| (attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap()))
            .collect()
    }

    /// Whether a page is one that everybody can use: its language, a title, one heading, and a label for each field.
    #[track_caller]
    fn is_well_formed(&self) {
        assert!(self.body.starts_with("<!DOCTYPE html><html lang=\""), "{}", self.body);
        assert_eq!(self.body.matches("<h1").count(), 1, "{}", self.body);
        assert!(self.body.contains("<title>"), "{}", self.body);
        for tag in self.body.split('<') {
            let is_field = ["input", "select", "textarea"].iter().any(|name| tag.starts_with(name));
            if !is_field || tag.contains("type=\"hidden\"") || tag.contains("aria-label") || tag.contains("checkbox") {
                continue;
            }
            let id = attribute(tag, "id").unwrap_or_default();
            assert!(self.body.contains(&format!("for=\"{id}\"")), "no label for {tag}");
        }
    }
}

impl Form {
    /// The form with a text in a field.
    pub fn with(mut self, field: &str, text: &str) -> Form {
        self.fields.insert(field.to_owned(), text.to_owned());
        self
    }

    /// The form with a file chosen in a field.
    pub fn with_file(mut self, field: &str, name: &str, content: impl Into<Vec<u8>>) -> Form {
        self.files.push((field.to_owned(), name.to_owned(), content.into()));
        self
    }

    /// The body of a form with files, as browsers write it.
    fn parts(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for (name, text) in &self.fields {
            let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
            body.extend([head.as_bytes(), text.as_bytes(), b"\r\n"].concat());
        }
        for (field, name, content) in &self.files {
            let head = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
                 Content-Type: application/octet-stream\r\n\r\n"
            );
            body.extend([head.as_bytes(), content, b"\r\n"].concat());
        }
        body.extend(format!("--{BOUNDARY}--\r\n").as_bytes());
        body
    }
}
