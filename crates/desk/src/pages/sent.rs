//! A form that somebody sent: what it asks is done once, and the browser goes on; refused, the page is shown again with what
//! was typed and what is wrong with it.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, HttpResponse, Responder};

use crate::accounts::Caller;
use crate::accounts::caller::{Permission, Permit};
use crate::db::Conn;
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::values::error::{Error, Problem};
use crate::web::assets::HTML;
use crate::web::response::{Response, StoredResponse, Text};

/// A form, and the caller who sent it.
pub(crate) struct Sent<C> {
    pub(crate) caller: C,
    pub(crate) form: Form,
    visit: Visit,
    request: HttpRequest,
}

impl<P: Permission + 'static> FromRequest for Sent<Permit<P>> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        // Whoever may not send it is told so before it is read.
        let caller = Permit::<P>::from_request(request, payload).into_inner();
        let form = Form::with_files(request, payload);
        let (visit, request) = (Visit::of(request), request.clone());
        Box::pin(async move {
            Ok(Sent {
                caller: caller?,
                form: form.await?,
                visit,
                request,
            })
        })
    }
}

impl<P: Permission> Sent<Permit<P>> {
    /// Does what the form asks, in one transaction, and goes on to the path that `work` gives. What is refused is shown on
    /// the page that `show` makes of what `read` has read.
    pub(crate) async fn carry_out<T, W, R>(
        self,
        mut work: W,
        read: R,
        show: impl FnOnce(&T, &Visit, &Draft) -> Page,
    ) -> Result<HttpResponse, Error>
    where
        T: Send + 'static,
        W: FnMut(&mut Conn, &Caller, &Form) -> Result<String, Error> + Send + 'static,
        R: FnOnce(&mut Conn, &Caller) -> Result<T, Error> + Send + 'static,
    {
        let typed = self.form.clone();
        let done = self
            .caller
            .clone()
            .write_once(self.form.request(), move |c, by| Ok(onward(work(c, by, &typed)?)))
            .await;
        self.answer(done, read, show).await
    }

    /// The answer to what was done in another way than by [`Sent::carry_out`]; what is refused is shown as there.
    pub(crate) async fn answer<T, R>(
        self,
        done: Result<StoredResponse, Error>,
        read: R,
        show: impl FnOnce(&T, &Visit, &Draft) -> Page,
    ) -> Result<HttpResponse, Error>
    where
        T: Send + 'static,
        R: FnOnce(&mut Conn, &Caller) -> Result<T, Error> + Send + 'static,
    {
        self.answer_by(Form::refused, done, read, show).await
    }

    /// The answer as by [`Sent::answer`] to a form that asks for what may be refused to its sender alone: that too is shown on
    /// the page, to whoever may read it.
    pub(crate) async fn answer_on_its_page<T, R>(
        self,
        done: Result<StoredResponse, Error>,
        read: R,
        show: impl FnOnce(&T, &Visit, &Draft) -> Page,
    ) -> Result<HttpResponse, Error>
    where
        T: Send + 'static,
        R: FnOnce(&mut Conn, &Caller) -> Result<T, Error> + Send + 'static,
    {
        self.answer_by(Form::refused_on_its_page, done, read, show).await
    }

    async fn answer_by<T, R>(
        self,
        refused: fn(Form, Error) -> Result<Draft, Error>,
        done: Result<StoredResponse, Error>,
        read: R,
        show: impl FnOnce(&T, &Visit, &Draft) -> Page,
    ) -> Result<HttpResponse, Error>
    where
        T: Send + 'static,
        R: FnOnce(&mut Conn, &Caller) -> Result<T, Error> + Send + 'static,
    {
        let Sent {
            caller,
            form,
            visit,
            request,
        } = self;
        let draft = match done {
            Ok(answer) => return Ok(answer.respond_to(&request)),
            Err(error) => refused(form, error)?,
        };
        let seen = caller.read(read).await?;
        let mut response = show(&seen, &visit, &draft).respond_to(&request);
        if let Some(problem) = draft.into_refusal() {
            response.extensions_mut().insert(ShownRefusal(problem));
        }
        Ok(response)
    }
}

/// The refusal that a page tells which is the answer to a form: a note with the answer, for whoever does not read pages.
pub struct ShownRefusal(pub Box<Problem>);

/// The answer to a form that was done: the browser goes on to that path.
pub(crate) fn onward(path: String) -> Response<Text> {
    let done = Text {
        media_type: HTML,
        body: String::new(),
    };
    Response::private(done).onward_to(path)
}
