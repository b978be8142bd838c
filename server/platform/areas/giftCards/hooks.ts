import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import {
  isProductAmount,
  orderableStates,
  findUnknownVariables,
  hasSecretVariable,
} from '#shared/areas/giftCards/templates.ts'
import type { ProductAmounts } from '#shared/areas/giftCards/templates.ts'
import { parseMinor } from '#shared/format/money.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { giftCardTemplateMessages } from './messages.ts'

export const buildGiftCardTemplateStatusSql = (now: string): RawBuilder<string> => sql`case
  when not active then 'off'
  when paused then 'paused'
  when ends_at <= cast(${now} as timestamptz) then 'ended'
  when starts_at > cast(${now} as timestamptz) then 'scheduled'
  else 'live' end`

/** Returns the first day of the month, UTC. */
export const getMonthStart = (now: string) => `${now.slice(0, 7)}-01`

/** Refreshes the status of templates and, in a new month, the amounts sent this month. */
async function refreshTemplates(connection: Connection, now: string): Promise<void> {
  await sql`update gift_card_templates set status = ${buildGiftCardTemplateStatusSql(now)}
    where status is distinct from ${buildGiftCardTemplateStatusSql(now)}`.execute(connection)
  await sql`update gift_card_templates set sent_month = ${getMonthStart(now)}, sent_this_month = ${buildSentThisMonthSql(now)}
    where sent_month is distinct from ${getMonthStart(now)}::date`.execute(connection)
}

/** Builds the sum that a template sent in the month of `now`, including waiting cards. */
const buildSentThisMonthSql = (now: string): RawBuilder<number> => sql`(
  select coalesce(sum(amount), 0) from gift_cards
  where template_id = gift_card_templates.id and status in ('waiting', 'sent')
    and sent_at >= ${getMonthStart(now)}::date and sent_at < ${getMonthStart(now)}::date + interval '1 month')`

/** Recomputes what a template sent this month. The caller locks its row. */
export async function refreshTemplateSentThisMonth(
  trx: Connection,
  id: number,
  now: string,
): Promise<void> {
  await sql`update gift_card_templates set sent_month = ${getMonthStart(now)}, sent_this_month = ${buildSentThisMonthSql(now)}
    where id = ${id}`.execute(trx)
}

/** Recomputes how many products of each template can't be ordered. */
export async function refreshWithdrawnProductCounts(trx: Connection): Promise<void> {
  const withdrawnCount = sql`(select count(*) from gift_card_products
    where id = any(product_ids) and state not in (${sql.join(orderableStates)}))`
  await sql`update gift_card_templates set withdrawn = ${withdrawnCount}
    where withdrawn is distinct from ${withdrawnCount}`.execute(trx)
}

export const giftCardTemplateHooks: ResourceHooks = {
  async validate(values, { connection, before }) {
    const merged = { ...before, ...values }
    const isChanged = (...names: string[]) => names.some((name) => name in values)
    const errors: ValidationErrors = {}
    if (isChanged('amountKind', 'amounts', 'currency', 'minAmount', 'maxAmount', 'step'))
      Object.assign(errors, validateAmounts(merged))
    const [from, to] = ['startsAt', 'endsAt'].map((name) => Date.parse(String(merged[name])))
    if (isChanged('startsAt', 'endsAt') && from !== undefined && to !== undefined && from > to)
      errors['endsAt'] = giftCardTemplateMessages.turnedSchedule
    Object.assign(errors, validateVariables(values))
    if (isChanged('productIds', 'environment', 'currency', 'amounts', 'amountKind'))
      Object.assign(errors, await validateProducts(connection, merged, before))
    return errors
  },
  beforeRead: refreshTemplates,
  async afterWrite({ trx, now }) {
    await refreshTemplates(trx, now)
    await refreshWithdrawnProductCounts(trx)
  },
}

function validateAmounts(values: FieldValues): ValidationErrors {
  const { amountKind, amounts, currency, minAmount, maxAmount } = values
  if (amountKind === 'fixed') {
    const lines = Array.isArray(amounts) ? amounts.map(String) : []
    const grouped = lines.find((one) => one.includes(','))
    if (grouped !== undefined) return { amounts: giftCardTemplateMessages.ambiguousAmount(grouped) }
    const invalid = lines.find((one) => !((parseMinor(one, String(currency)) ?? 0) > 0))
    return invalid === undefined
      ? {}
      : { amounts: giftCardTemplateMessages.notAnAmount(invalid, String(currency)) }
  }
  if (typeof maxAmount !== 'number' || typeof minAmount !== 'number') return {}
  return maxAmount < minAmount ? { maxAmount: giftCardTemplateMessages.turnedAmounts } : {}
}

const getTemplateFieldLabel = (name: string) =>
  giftCardTemplates.fields[name as keyof typeof giftCardTemplates.fields].label

function validateVariables(values: FieldValues): ValidationErrors {
  // The list of emails shows subjects.
  if (hasSecretVariable(String(values['subject'] ?? '')))
    return { subject: giftCardTemplateMessages.secretInSubject }
  return Object.fromEntries(
    ['subject', 'body', 'headline', 'message'].flatMap((name) => {
      const [unknown] = findUnknownVariables(String(values[name] ?? ''))
      return unknown === undefined
        ? []
        : [[name, giftCardTemplateMessages.unknownVariable(getTemplateFieldLabel(name), unknown)]]
    }),
  )
}

type TemplateProduct = ProductAmounts & {
  id: number
  name: string
  environment: string
  state: string
}

async function validateProducts(
  connection: Connection,
  values: FieldValues,
  before: FieldValues | undefined,
): Promise<ValidationErrors> {
  const { productIds, environment, currency, amountKind, amounts } = values
  const { rows } = await sql<TemplateProduct>`
    select id, name, environment, currency, state, amounts, min_amount::float8 as min_amount,
      max_amount::float8 as max_amount
    from gift_card_products where id = any(${productIds}::int[]) order by name`.execute(connection)
  const knownIds = Array.isArray(before?.['productIds']) ? before['productIds'] : []
  for (const { id, name, state, ...product } of rows) {
    if (product.environment !== environment)
      return { productIds: giftCardTemplateMessages.otherEnvironment(name, product.environment) }
    if (product.currency !== currency)
      return { productIds: giftCardTemplateMessages.otherCurrency(name, product.currency) }
    if (!knownIds.includes(id) && !(orderableStates as readonly string[]).includes(state))
      return { productIds: giftCardTemplateMessages.withdrawn(name) }
  }
  const lines = amountKind === 'fixed' && Array.isArray(amounts) ? amounts.map(String) : []
  const unavailable = lines.find((one) => {
    const amount = parseMinor(one, String(currency))
    return amount !== null && !rows.some((product) => isProductAmount(product, amount))
  })
  return rows.length === 0 || unavailable === undefined
    ? {}
    : { amounts: giftCardTemplateMessages.noneAtAmount(unavailable) }
}
