//! The book: every dollar of the house in accounts, moved only from one to another.
//!
//! An account's balance is what has come in less what has gone out, so all balances together are
//! zero at every moment. `outside` is the world: what it has given is negative there. A meter's
//! account holds what the meter owes: display, reserve, overflow and pending awards.

use std::fmt;
use std::str::FromStr;

use imbl::OrdMap;
use money::{Cents, MeterUnits};
use progressive::{MeterId, Seat, TableId, as_text};
use serde::{Deserialize, Serialize};

/// Where money is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// Everyone outside: where buy-ins come from and cash-outs go.
    Outside,
    /// The house's own funds: they seed meters and take corrections.
    House,
    /// A table's chip tray.
    Tray(TableId),
    /// A table's drop box: the cash of buy-ins.
    Drop(TableId),
    /// A table's toke box: the dealers' tips.
    Toke(TableId),
    /// What a table raked from pots.
    Rake(TableId),
    /// The chips in front of a seat.
    Chips(TableId, Seat),
    /// A seat's wagers on the layout.
    Layout(TableId, Seat),
    /// What a meter owes.
    Meter(MeterId),
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Outside => f.write_str("outside"),
            Account::House => f.write_str("house"),
            Account::Tray(table) => write!(f, "tray {table}"),
            Account::Drop(table) => write!(f, "drop {table}"),
            Account::Toke(table) => write!(f, "toke {table}"),
            Account::Rake(table) => write!(f, "rake {table}"),
            Account::Chips(table, seat) => write!(f, "chips {table} {seat}"),
            Account::Layout(table, seat) => write!(f, "layout {table} {seat}"),
            Account::Meter(meter) => write!(f, "meter {meter}"),
        }
    }
}

/// Text that names no account.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not an account")]
pub struct AccountError(pub String);

impl FromStr for Account {
    type Err = AccountError;

    fn from_str(text: &str) -> Result<Account, AccountError> {
        let error = || AccountError(text.to_owned());
        let table = |name: &str| name.parse::<TableId>().map_err(|_| error());
        let seat = |number: &str| number.parse().map(Seat).map_err(|_| error());
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words.as_slice() {
            ["outside"] => Account::Outside,
            ["house"] => Account::House,
            ["tray", name] => Account::Tray(table(name)?),
            ["drop", name] => Account::Drop(table(name)?),
            ["toke", name] => Account::Toke(table(name)?),
            ["rake", name] => Account::Rake(table(name)?),
            ["chips", name, number] => Account::Chips(table(name)?, seat(number)?),
            ["layout", name, number] => Account::Layout(table(name)?, seat(number)?),
            ["meter", name] => Account::Meter(name.parse().map_err(|_| error())?),
            _ => return Err(error()),
        })
    }
}

/// Money moved from one account to another: always greater than zero.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Posting {
    #[serde(with = "as_text")]
    pub from: Account,
    #[serde(with = "as_text")]
    pub to: Account,
    #[serde(with = "as_text")]
    pub amount: MeterUnits,
}

/// All accounts. One that is empty is not kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    balances: OrdMap<Account, MeterUnits>,
}

impl Book {
    /// An account's balance.
    pub fn balance(&self, account: &Account) -> MeterUnits {
        self.balances.get(account).copied().unwrap_or(MeterUnits::ZERO)
    }

    /// The chips in front of a seat.
    pub fn chips(&self, table: &TableId, seat: Seat) -> Cents {
        self.whole_cents(&Account::Chips(table.clone(), seat))
    }

    /// What a seat has on the layout.
    pub fn layout(&self, table: &TableId, seat: Seat) -> Cents {
        self.whole_cents(&Account::Layout(table.clone(), seat))
    }

    fn whole_cents(&self, account: &Account) -> Cents {
        self.balance(account).to_cents(money::Rounding::Down)
    }

    /// Every account that is not empty, with its balance.
    pub fn balances(&self) -> impl Iterator<Item = (&Account, MeterUnits)> {
        self.balances.iter().map(|(account, balance)| (account, *balance))
    }

    /// How many accounts are not empty.
    pub(crate) fn len(&self) -> usize {
        self.balances.len()
    }

    /// All balances together: zero.
    pub fn total(&self) -> MeterUnits {
        let mut total = MeterUnits::ZERO;
        self.balances.values().for_each(|balance| total += *balance);
        total
    }

    /// Moves money.
    pub(crate) fn post(&mut self, posting: &Posting) {
        self.add(&posting.from, -posting.amount);
        self.add(&posting.to, posting.amount);
    }

    fn add(&mut self, account: &Account, amount: MeterUnits) {
        let balance = self.balance(account) + amount;
        self.set(account.clone(), balance);
    }

    /// Sets a balance that a store kept.
    pub(crate) fn set(&mut self, account: Account, balance: MeterUnits) {
        if balance == MeterUnits::ZERO {
            self.balances.remove(&account);
        } else {
            self.balances.insert(account, balance);
        }
    }
}

/// The posting that moves an amount from one account to another; the other way around if the amount
/// is negative, and none if it is zero.
pub(crate) fn posting(from: Account, to: Account, amount: MeterUnits) -> Option<Posting> {
    match amount.cmp(&MeterUnits::ZERO) {
        std::cmp::Ordering::Greater => Some(Posting { from, to, amount }),
        std::cmp::Ordering::Less => Some(Posting { from: to, to: from, amount: -amount }),
        std::cmp::Ordering::Equal => None,
    }
}
