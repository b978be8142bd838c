import { sql } from 'kysely'
import { getFractionDigits } from '#shared/format/money.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { msPerDay } from '#server/platform/demoData/period.ts'

const demoShops = [
  ['BOOK', 'Bookshop'],
  ['RAIL', 'Rail travel'],
  ['CAFE', 'Coffee shop'],
  ['HOME', 'Home and garden'],
] as const

const emailBody = `Hello,

{{sender}} sent you a {{amount}} gift card for {{product}}.

Open it here: {{link}}

Your code is {{code}}. The gift card expires on {{expires}}.`

/** Why single gift cards failed. The same text as `runaMessages.failed`. */
const unavailableProblem = 'Runa returned status 503. Try again.'

type SentAmounts = { currency: string; amounts: number[] }

/**
 * Inserts the catalog as of the last sync, templates in every status, and the templates that sent
 * the demo data's gift cards: one per currency, with the amounts sent.
 */
export async function insertGiftCardTemplates({
  trx,
  now,
  since,
  author,
}: SeedContext): Promise<void> {
  const { rows: sent } = await sql<SentAmounts>`
    select currency, array_agg(distinct amount::float8) as amounts from gift_cards
    group by currency order by currency`.execute(trx)
  const at = now.toISOString()
  const made = since.toISOString()
  const stamp = { createdAt: made, createdBy: author, updatedAt: made, updatedBy: author }
  const insert = async (table: string, records: object[]) => {
    if (records.length === 0) return []
    const made = await withRecordTables(trx)
      .insertInto(table)
      .values(records.map((record) => ({ ...stamp, ...record })))
      .returning('id')
      .execute()
    return made.map(({ id }) => id)
  }
  const addDaysToNow = (days: number) => new Date(now.getTime() + days * msPerDay).toISOString()

  const createProducts = (environment: string, { currency, amounts }: SentAmounts) =>
    demoShops.map(([code, name]) => ({
      name: `${name} ${currency}`,
      code: `${code}-${currency}`,
      environment,
      currency,
      state: code === 'HOME' ? 'withdrawn' : 'live',
      minAmount: Math.min(...amounts),
      maxAmount: Math.max(...amounts),
      amounts: [],
      seenAt: at,
    }))
  const createTemplate = (name: string, { currency, amounts }: SentAmounts, more: object) => ({
    name,
    code: name.toLowerCase().replaceAll(/\W+/g, '-'),
    environment: 'live',
    currency,
    amountKind: 'fixed',
    amounts: amounts.map((one) => formatPlainAmount(one, currency)),
    monthlyCap: null,
    delivery: 'email',
    sender: 'The rewards team',
    subject: 'You received a {{amount}} gift card',
    body: emailBody,
    headline: 'A gift for you',
    message: 'Thank you for everything you do.',
    textColour: '#FFFFFF',
    backgroundColour: '#3730A3',
    active: true,
    paused: false,
    storeIds: [],
    productIds: [],
    ...more,
  })

  const templatesByCurrency: { currency: string; id: number; productId: number }[] = []
  for (const one of sent) {
    const ids = await insert('giftCardProducts', createProducts('live', one))
    const maxAmount = Math.max(...one.amounts)
    const [id = 0] = await insert('giftCardTemplates', [
      createTemplate(`Rewards ${one.currency}`, one, {
        productIds: one.currency === 'EUR' ? ids : ids.slice(0, 3),
        monthlyCap: maxAmount * 2000,
      }),
    ])
    templatesByCurrency.push({ currency: one.currency, id, productId: ids[0] ?? 0 })
  }
  const first = sent.find(({ currency }) => currency === 'EUR') ?? sent[0]
  if (first) {
    const ids = (await insert('giftCardProducts', createProducts('sandbox', first))).slice(0, 3)
    await insert('giftCardTemplates', [
      createTemplate('Sandbox test', first, { environment: 'sandbox', productIds: ids }),
      createTemplate('Winter holidays', first, {
        startsAt: addDaysToNow(12),
        endsAt: addDaysToNow(48),
        backgroundColour: '#0C4A6E',
        headline: 'Happy holidays',
      }),
      createTemplate('Summer thank-you', first, {
        startsAt: addDaysToNow(-140),
        endsAt: addDaysToNow(-80),
      }),
      createTemplate('Referral', first, {
        paused: true,
        pauseReason: 'The terms are under review.',
        delivery: 'link',
      }),
      createTemplate('Anniversary', first, { active: false }),
    ])
  }
  await sql`update gift_cards set template_id = made.id, product_id = made.product_id,
      reference = case when status = 'sent' then 'O-' || lpad(gift_cards.id::text, 8, '0') end,
      problem = case when status = 'failed' then ${unavailableProblem} end
    from jsonb_to_recordset(${JSON.stringify(templatesByCurrency.map(({ productId, ...one }) => ({ ...one, product_id: productId })))}::jsonb)
      as made (currency text, id int, product_id int)
    where gift_cards.currency = made.currency and template_id is null`.execute(trx)
}

const formatPlainAmount = (amount: number, currency: string) => {
  const digits = getFractionDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}
