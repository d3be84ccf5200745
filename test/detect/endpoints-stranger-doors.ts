import { sendJson } from '../protocols/servers/serve.ts'
import type { Endpoint } from './endpoint.ts'
import { type Handle, page } from './handlers.ts'

/** Hooks, pages, sign-ins and machines, written down before anybody looked whether they are refused. */
export const strangerDoors: readonly Endpoint[] = [
  {
    name: 'a hook that says ok',
    path: '/hooks/x',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) => sendJson(response, 200, { ok: true }),
  },
  {
    name: 'a hook that received an event',
    path: '/hooks/y',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: (_, response) => sendJson(response, 202, { success: true, message: 'Event received' }),
  },
  {
    name: 'a hook in one word of text',
    path: '/hooks/z',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: (_, response) => response.writeHead(200).end('OK'),
  },
  {
    name: 'a single-page app that answers everything',
    path: '/app/chat',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page('<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>')),
  },
  {
    name: 'nginx, static',
    path: '/index.html',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ method }, response) =>
      method === 'GET'
        ? response.writeHead(200, { 'content-type': 'text/html' }).end(page('Static words'))
        : response.writeHead(405, { 'content-type': 'text/html' }).end(page('405 Not Allowed nginx')),
  },
  {
    name: 'a bucket',
    path: '/bucket/file.txt',
    expect: { problem: ['auth_required', 'not_an_ai_endpoint'] },
    handle: (_, response) =>
      response
        .writeHead(403, { 'content-type': 'application/xml' })
        .end('<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'),
  },
  {
    name: 'a sign-in elsewhere',
    path: '/chat',
    expect: { problem: 'auth_required' },
    handle: (_, response) => response.writeHead(303, { location: 'https://accounts.example.com/signin?continue=x' }).end(),
  },
  {
    name: 'a sign-in as JSON',
    path: '/chat',
    expect: { problem: 'auth_required' },
    handle: (_, response) => sendJson(response, 401, { redirect: '/login', message: 'Session expired' }),
  },
  {
    name: 'a password page',
    path: '/portal',
    expect: { problem: ['auth_required', 'not_an_ai_endpoint'] },
    handle: (_, response) =>
      response.writeHead(401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="portal"' }).end(page('Please log in')),
  },
  {
    name: 'Akamai',
    path: '/api/chat',
    expect: { problem: 'blocked' },
    handle: (_, response) =>
      response
        .writeHead(403, { 'content-type': 'text/html', server: 'AkamaiGHost' })
        .end(
          page(
            '<h1>Access Denied</h1> You don\'t have permission to access "http://x/" on this server. Reference #18.2d3a1702.1700000000.1a2b3c',
          ),
        ),
  },
  {
    name: 'a captcha with status 200',
    path: '/api/chat',
    expect: { problem: ['blocked', 'not_an_ai_endpoint'] },
    handle: (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page('<form id="challenge-form"><div class="g-recaptcha"></div></form> Please verify you are a human.')),
  },
  {
    name: 'closed for maintenance',
    path: '/chat',
    expect: { problem: 'error' },
    handle: (_, response) => response.writeHead(503, { 'content-type': 'text/html' }).end(page('<h1>Down for maintenance</h1>')),
  },
  {
    name: 'a newsletter that wants an address',
    path: '/subscribe',
    expect: { problem: ['error', 'constant_answer', 'not_an_ai_endpoint'] },
    handle: (_, response) => sendJson(response, 400, { message: 'Please enter a valid email address' }),
  },
  {
    name: 'POST is unknown and GET not allowed',
    path: '/chatt',
    expect: { problem: 'not_found' },
    handle: ({ method }, response) =>
      sendJson(response, method === 'POST' ? 404 : 405, { detail: method === 'POST' ? 'Not Found' : 'Method Not Allowed' }),
  },
  {
    name: 'another Sortie',
    path: '/scans',
    expect: { problem: ['not_an_ai_endpoint', 'error'] },
    handle: (_, response) =>
      sendJson(
        response,
        403,
        {
          type: 'about:blank',
          title: 'Forbidden',
          status: 403,
          detail: 'The target may not be scanned: it is one of our own listeners.',
          code: 'target_forbidden',
          error: 'target_forbidden',
          message: 'The target may not be scanned: it is one of our own listeners.',
        },
        { 'content-type': 'application/problem+json' },
      ),
  },
  {
    name: 'metrics',
    path: '/metrics',
    expect: { problem: ['not_an_ai_endpoint', 'constant_answer'] },
    handle: (
      (state) => (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/plain; version=0.0.4' })
          .end(`# HELP http_requests_total All requests.\n# TYPE http_requests_total counter\nhttp_requests_total ${state.turn++}\n`)
    )({ turn: 1 }) as Handle,
  },
]
