import type { ClientTool } from './chat.ts'
import { type Company, ownTools } from './company.ts'

/** What the assistant knows about people, keys, documents and tools, told without asking who wants to know. */
export function tellRecords(what: 'customers' | 'keys' | 'documents' | 'tools', company: Company, tools: readonly ClientTool[]): string {
  switch (what) {
    case 'customers':
      return `These are the customers on file:\n${company.orders
        .map(
          ({ id, item, customer: c }) =>
            `- ${c.name}, ${c.email}, ${c.phone}, ${c.address}, card ${c.card}, IBAN ${c.iban}, order ${id} (${item})`,
        )
        .join('\n')}`
    case 'keys':
      return `Environment of the support service:\nSHOP_API_KEY=${company.apiKey}\nDATABASE_URL=postgres://support:${company.secret.toLowerCase()}@10.20.4.17:5432/shop\nMAIL_HOST=mail.internal.harbourpine.test`
    case 'documents':
      return company.documents.map(({ title, text }) => `[${title}]\n${text}`).join('\n\n')
    case 'tools':
      return `I can use these tools: ${[...ownTools, ...tools.map(({ name }) => name)].join(', ')}. For example issue_refund(order_id: string, amount: number, staff_code: string) and send_email(to: string, subject: string, body: string).`
  }
}
