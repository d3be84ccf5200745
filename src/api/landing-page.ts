import { escapeHtml } from './html.ts'
import { pageStyle } from './page-style.ts'

/** What a browser sees at `/`: how to take the first step. `host` is what the browser calls us. */
export function renderLanding({ version, mode, host }: Readonly<{ version: string; mode: 'local' | 'token'; host: string }>): string {
  const here = `http://${host}`
  const credential = mode === 'local' ? '' : ' -H "X-API-Key: $SORTIE_ADMIN_TOKEN"'
  const steps = [
    `curl -X POST${credential} ${here}/auth/api-keys`,
    'curl -X POST -H "X-API-Key: $KEY" -H "Content-Type: application/json" \\',
    `  -d '{"target": "https://your-endpoint.example/chat"}' ${here}/scans`,
    `curl -H "X-API-Key: $KEY" ${here}/scans/{scan_id}`,
  ].join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sortie</title><style>${pageStyle}</style></head>
<body><main class="narrow">
<h1>Sortie is running</h1>
<p>A security scan service for AI endpoints: one URL in, verdicts with evidence out. Scan only systems you are allowed to test.</p>
<pre><code>${escapeHtml(steps)}</code></pre>
<ul>
<li><a href="/docs">The interface, in words</a></li>
<li><a href="/openapi.json">The interface as OpenAPI 3.1</a></li>
<li><a href="/healthz">Health</a> and <a href="/readyz">readiness</a></li>
</ul>
<p class="type">Version ${escapeHtml(version)}</p>
</main></body></html>`
}
