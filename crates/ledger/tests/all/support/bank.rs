//! A small machine: accounts with money in them. Its second version writes more than the first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use ledger::{Change, Inconsistency, Key, Ledger, Moment, Post, PostError, Receipt, RequestId};
use serde::{Deserialize, Serialize};

/// What can be asked of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Ask {
    Deposit {
        account: String,
        cents: i64,
    },
    Close {
        account: String,
    },
    Note {
        says: String,
    },
    /// A fault of the program: it fails half way.
    Fail {
        account: String,
    },
}

/// What it did. The balance in dollars is written since version 2.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Did {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    #[serde(default)]
    pub balance_cents: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<String>,
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum No {
    #[error("a deposit must be greater than zero")]
    Nothing,
    #[error("there is no account {0}")]
    NoAccount(String),
}

/// An account. Its currency is written since version 2.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Account {
    pub cents: i64,
    pub is_open: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

/// A bank that writes this version of its formats.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bank<const VERSION: u32> {
    pub accounts: BTreeMap<String, Account>,
    changed: BTreeSet<String>,
}

pub fn key(account: &str) -> Key {
    Key::new("account", account)
}

impl<const V: u32> Bank<V> {
    pub fn cents(&self, account: &str) -> i64 {
        self.accounts.get(account).map_or(0, |account| account.cents)
    }

    fn deposit(&mut self, name: &str, cents: i64) -> Did {
        let account = self.accounts.entry(name.to_owned()).or_default();
        if !account.is_open {
            // What a closed account held was paid out, whether it is still here or only looked up.
            account.cents = 0;
        }
        account.cents += cents;
        account.is_open = true;
        if V >= 2 {
            account.currency = Some("dollars".to_owned());
        }
        let balance_cents = account.cents;
        self.changed.insert(name.to_owned());
        let dollars = || format!("{}.{:02}", balance_cents / 100, balance_cents % 100);
        Did { account: Some(name.to_owned()), balance_cents, balance: (V >= 2).then(dollars) }
    }
}

impl<const V: u32> ledger::Machine for Bank<V> {
    const VERSION: u32 = V;
    type Request = Ask;
    type Effect = Did;
    type Refusal = No;

    fn apply(&mut self, _: Moment, request: &Ask) -> Result<Did, No> {
        match request {
            Ask::Deposit { account, cents } => {
                // Noted before it is looked at: a refusal comes too late to leave no trace by itself.
                let did = self.deposit(account, *cents);
                if *cents > 0 { Ok(did) } else { Err(No::Nothing) }
            }
            Ask::Close { account } => {
                let known = self.accounts.get_mut(account);
                let known = known.ok_or_else(|| No::NoAccount(account.clone()))?;
                known.is_open = false;
                self.changed.insert(account.clone());
                Ok(Did { account: Some(account.clone()), ..Did::default() })
            }
            Ask::Note { .. } => Ok(Did::default()),
            Ask::Fail { account } => {
                self.deposit(account, 1_000_000);
                panic!("the vault is on fire");
            }
        }
    }

    fn take_changes(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        for name in std::mem::take(&mut self.changed) {
            let account = &self.accounts[&name];
            let (json, is_live) = (serde_json::to_string(account).unwrap(), account.is_open);
            changes.push(Change { key: key(&name), json, is_live });
            if !is_live {
                self.accounts.remove(&name);
            }
        }
        changes
    }

    fn load(&mut self, key: &Key, json: &str) -> Result<(), String> {
        let account = serde_json::from_str(json).map_err(|error| error.to_string())?;
        self.accounts.insert(key.name.clone(), account);
        Ok(())
    }

    fn normalize(_: &Key, json: &str) -> Result<String, String> {
        let mut account: Account = serde_json::from_str(json).map_err(|error| error.to_string())?;
        if V >= 2 {
            account.currency.get_or_insert_with(|| "dollars".to_owned());
        }
        serde_json::to_string(&account).map_err(|error| error.to_string())
    }

    fn unload(&mut self, key: &Key) {
        self.accounts.remove(&key.name);
    }

    fn subjects(_: &Ask, effect: &Did) -> Vec<Key> {
        effect.account.iter().map(|account| key(account)).collect()
    }

    fn depends_on(&self, request: &Ask) -> Vec<Key> {
        match request {
            Ask::Deposit { account, .. } | Ask::Close { account } | Ask::Fail { account } => {
                vec![key(account)]
            }
            Ask::Note { .. } => Vec::new(),
        }
    }

    fn inconsistencies(&self) -> Vec<Inconsistency> {
        let is_bad = |(_, account): &(&String, &Account)| account.cents < 0;
        let doubt = |(name, _): (&String, &Account)| Inconsistency {
            key: key(name),
            why: "it holds less than nothing".to_owned(),
        };
        self.accounts.iter().filter(is_bad).map(doubt).collect()
    }
}

/// A request with an id that no other request of any process of this test has; its time counts up.
pub fn ask(request: Ask) -> Post<Ask> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    static SALT: LazyLock<u64> = LazyLock::new(rand::random);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let at = Moment(1_800_000_000_000_000 + i64::try_from(number).unwrap());
    Post { id: RequestId(u128::from(*SALT) << 64 | u128::from(number)), at, request }
}

pub fn deposit(account: &str, cents: i64) -> Ask {
    Ask::Deposit { account: account.to_owned(), cents }
}

pub fn close(account: &str) -> Ask {
    Ask::Close { account: account.to_owned() }
}

pub fn note(says: &str) -> Ask {
    Ask::Note { says: says.to_owned() }
}

pub fn fail(account: &str) -> Ask {
    Ask::Fail { account: account.to_owned() }
}

/// Posts what must be accepted.
pub fn done<const V: u32>(ledger: &Ledger<Bank<V>>, request: Ask) -> Receipt<Bank<V>> {
    let asked = ask(request);
    ledger.post(asked.clone()).unwrap_or_else(|error| panic!("{asked:?}: {error}"))
}

/// Posts what must not be accepted.
pub fn refused<const V: u32>(ledger: &Ledger<Bank<V>>, request: Ask) -> PostError<No> {
    let asked = ask(request);
    match ledger.post(asked.clone()) {
        Err(error) => error,
        Ok(receipt) => panic!("{asked:?}: {receipt:?}"),
    }
}

/// What an account holds, as the store has it now.
pub fn cents(ledger: &Ledger<Bank<1>>, account: &str) -> i64 {
    ledger.refresh().unwrap().machine.cents(account)
}
