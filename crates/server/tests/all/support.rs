//! A demo house behind the router, and clients that call it.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode};
use house::clock::Clock;
use house::desk::{Desk, fresh_id};
use house::{Ledger, demo};
use http_body_util::BodyExt as _;
use keys::seal::SealKeys;
use ledger::{Limits, MemoryStore, Store};
use money::Moment;
use serde_json::{Value, json};
use server::automation::{Bots, Clocks};
use server::library::{Library, Question};
use server::{ApiError, App, Options};
use tower::ServiceExt as _;

/// Answers the same to everything: what commands answer is tested with the commands.
pub struct NoLibrary;

impl Library for NoLibrary {
    fn answer(&self, question: &Question) -> Result<Value, ApiError> {
        let figures = json!({ "house_edge": 0.05, "standard_deviation": 2.0 });
        Ok(json!({ "asked": format!("{question:?}"), "results": [figures] }))
    }
}

/// What the house does by itself.
#[derive(Default)]
pub struct Automatic {
    clocks: Clocks,
    bots: Bots,
}

/// A demo house in memory.
pub struct House {
    pub app: App,
    pub router: Router,
    pub clock: Clock,
}

impl House {
    pub fn new() -> House {
        House::with(Options::default())
    }

    /// A house that is put on the network in its own way.
    pub fn with(options: Options) -> House {
        House::on(MemoryStore::new(), SealKeys::default(), options, Clock::system())
    }

    /// A house whose clock stands still until a test advances it.
    pub fn at_rest(options: Options) -> House {
        // An hour from now: time goes on while the house is founded.
        let start = Moment(house::desk::now().0 + 3_600_000_000);
        House::on(MemoryStore::new(), SealKeys::default(), options, Clock::by_hand(start))
    }

    /// Two processes of one house.
    pub fn two() -> [House; 2] {
        let store = MemoryStore::new();
        let keys = SealKeys::default();
        [store.clone(), store]
            .map(|store| House::on(store, keys.clone(), Options::default(), Clock::system()))
    }

    fn on(store: MemoryStore, keys: SealKeys, options: Options, clock: Clock) -> House {
        // A tokio test runs on a thread that must not wait for the store.
        let opened = std::thread::spawn(|| {
            let reader = store.reader().unwrap();
            let house = house::House::with_keys(keys);
            let ledger = Ledger::open_from(Box::new(store), house, Limits::default()).unwrap();
            let device = "server".parse().unwrap();
            if ledger.snapshot().head.seq == 0 {
                demo::found(&ledger, &device, fresh_id().unwrap()).unwrap();
            }
            (Desk::new(ledger, device), reader)
        });
        let (desk, reader) = opened.join().unwrap();
        let app = App::new(desk.with_clock(clock.clone()), reader, Arc::new(NoLibrary), options);
        let router = server::app(app.clone());
        House { app, router, clock }
    }

    /// Lets time pass, and the house do what is due then: clocks first, then bots.
    pub async fn passes(&self, automation: &mut Automatic, time: Duration) {
        self.clock.advance(time);
        automation.clocks.tick(&self.app);
        self.is_up_to_date().await;
        automation.bots.tick(&self.app);
        self.is_up_to_date().await;
    }

    /// What was posted before is done.
    async fn is_up_to_date(&self) {
        let ledger = self.app.ledger().clone();
        tokio::task::spawn_blocking(move || ledger.refresh().unwrap()).await.unwrap();
    }

    pub async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// Someone who is not signed in.
    pub fn nobody(&self) -> Client<'_> {
        Client { house: self, token: None, person: String::new() }
    }

    pub async fn guest(&self, name: &str) -> Client<'_> {
        self.signed_in(json!({ "guest": name })).await
    }

    pub async fn staff(&self, person: &str) -> Client<'_> {
        self.signed_in(json!({ "person": person, "secret": format!("{person}-demo") })).await
    }

    pub async fn signed_in(&self, body: Value) -> Client<'_> {
        let (status, said) = self.nobody().post("/api/v1/session", body).await;
        assert_eq!(status, StatusCode::OK, "{said}");
        let text = |key: &str| said[key].as_str().unwrap().to_owned();
        Client { house: self, token: Some(text("token")), person: text("person") }
    }
}

/// Someone who calls the house.
#[derive(Clone)]
pub struct Client<'h> {
    pub house: &'h House,
    pub token: Option<String>,
    pub person: String,
}

pub type Said = (StatusCode, Value);

impl Client<'_> {
    pub fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let builder = Request::builder().method(method).uri(path);
        match &self.token {
            Some(token) => builder.header("authorization", format!("Bearer {token}")),
            None => builder,
        }
    }

    pub async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Said {
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let request = self.request(method, path).body(body).unwrap();
        read(self.house.send(request).await).await
    }

    pub async fn get(&self, path: &str) -> Said {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Said {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn act(&self, table: &str, act: Value) -> Said {
        self.post(&format!("/api/v1/tables/{table}/acts"), act).await
    }

    /// An act that is taken; the view after it.
    pub async fn acts(&self, table: &str, act: Value) -> Value {
        let said = act.to_string();
        let (status, answer) = self.act(table, act).await;
        assert_eq!(status, StatusCode::OK, "{table}: {said}: {answer}");
        answer["view"].clone()
    }

    pub async fn view(&self, table: &str) -> Value {
        let (status, view) = self.get(&format!("/api/v1/tables/{table}")).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        view
    }
}

pub async fn read(response: Response<Body>) -> Said {
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let value = serde_json::from_slice(&bytes)
        .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into_owned()));
    (status, value)
}

pub fn code(said: &Value) -> &str {
    said["error"]["code"].as_str().unwrap_or_default()
}
