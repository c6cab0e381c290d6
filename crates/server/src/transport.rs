//! What a client who has come by TLS is told: cookies are for TLS alone, and so is this host from now on.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::state::{App, Options};

/// For a year, this host is asked by TLS alone.
const TLS_FROM_NOW_ON: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Marks cookies and the host as for TLS alone, where the client has come by TLS: to this server, or to a proxy in
/// front of it that is trusted and says so.
pub(crate) async fn tls_only(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_tls = came_by_tls(&app.options, request.headers());
    let mut response = next.run(request).await;
    if is_tls {
        let headers = response.headers_mut();
        headers.insert(header::STRICT_TRANSPORT_SECURITY, TLS_FROM_NOW_ON);
        let cookies = headers.iter_mut().filter(|(name, _)| *name == header::SET_COOKIE);
        for (_, cookie) in cookies {
            let marked = [cookie.as_bytes(), b"; Secure"].concat();
            *cookie = HeaderValue::from_bytes(&marked).unwrap_or_else(|_| cookie.clone());
        }
    }
    response
}

/// Whether a client came by TLS. The last proxy is the one that is trusted.
fn came_by_tls(options: &Options, headers: &HeaderMap) -> bool {
    let forwarded = headers.get_all("x-forwarded-proto").iter().next_back();
    let scheme = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next());
    let is_https = scheme.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"));
    options.is_secure || options.trusts_proxy && is_https
}
