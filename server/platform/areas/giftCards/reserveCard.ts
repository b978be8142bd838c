import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { generateGiftCardCode } from '#shared/areas/giftCards/generateCode.ts'
import type { GiftCardCodeRules } from '#shared/areas/giftCards/generateCode.ts'
import {
  isProductAmount,
  orderableStates,
  isTemplateAmount,
} from '#shared/areas/giftCards/templates.ts'
import type { AmountRules } from '#shared/areas/giftCards/amountField.ts'
import type { ProductAmounts } from '#shared/areas/giftCards/templates.ts'
import { validationFailed, invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { assertWithinLimits } from './cardLimits.ts'
import type { CardLimits } from './cardLimits.ts'
import { refreshTemplateSentThisMonth, buildGiftCardTemplateStatusSql } from './hooks.ts'
import { giftCardTemplateMessages } from './messages.ts'

/** A gift card to reserve. A test is in the sandbox and has no store. */
type NewGiftCard = {
  templateId: number
  productId: number | null
  storeId: number | null
  recipient: string
  /** Minor units of the template's currency. */
  amount: number
  isTest: boolean
}

type LockedSetup = CardLimits['setup'] &
  GiftCardCodeRules & {
    state: string
    frozen: boolean
    frozenReason: string | null
    storeIds: number[]
  }
type LockedTemplate = CardLimits['template'] &
  AmountRules & { status: string; environment: string; storeIds: number[]; productIds: number[] }
type OrderableProduct = ProductAmounts & { id: number; name: string }

/**
 * Saves a gift card to be ordered, within all limits, and returns its ID. From then on it counts
 * toward the limits.
 */
export async function reserveCard(
  { trx, platform, now }: { trx: Connection; platform: Pick<Platform, 'secrets'>; now: string },
  { templateId, productId, storeId, recipient, amount, isTest }: NewGiftCard,
): Promise<number> {
  const { setup, template } = await lockSetupAndTemplate(trx, templateId, now)
  if (isTest && template.environment !== 'sandbox')
    throw invalidState(giftCardTemplateMessages.testsNeedSandbox)
  if (!isTest && template.status !== 'live')
    throw invalidState(giftCardTemplateMessages.notLive(template.status))
  assertCanSend(setup, isTest)
  const includesStore = ({ storeIds }: { storeIds: number[] }) =>
    storeIds.length === 0 || storeId === null || storeIds.includes(storeId)
  if (!includesStore(template) || !includesStore(setup))
    throw invalidState(giftCardTemplateMessages.otherStore)
  if (!isTemplateAmount(template, amount))
    throw validationFailed({ amount: giftCardTemplateMessages.amountNotOffered })
  const product = await chooseProduct(trx, template, { productId, amount })
  await assertWithinLimits(trx, { setup, template }, amount, now)

  const { environment, currency } = template
  const { rows } = await sql<{ id: number }>`
    insert into gift_cards (store_id, sent_at, amount, currency, status, recipient, template_id,
      product_id, environment)
    values (${storeId}, ${now}, ${amount}, ${currency}, 'waiting', ${recipient}, ${templateId},
      ${product.id}, ${environment})
    returning id`.execute(trx)
  const id = Number(rows[0]?.id)
  const content = JSON.stringify({ code: generateGiftCardCode(setup, (below) => randomInt(below)) })
  const sealed = platform.secrets.seal(getCardContentLocation(id), content)
  await sql`update gift_cards set content_sealed = ${sealed} where id = ${id}`.execute(trx)
  await refreshTemplateSentThisMonth(trx, templateId, now)
  return id
}

/** Requeues a failed gift card with a new key, within the limits that are left. */
export async function requeueCard(
  trx: Connection,
  card: { id: number; templateId: number; storeId: number | null; amount: number },
  now: string,
): Promise<void> {
  const { setup, template } = await lockSetupAndTemplate(trx, card.templateId, now)
  const isTest = card.storeId === null
  if (!isTest && template.status !== 'live')
    throw invalidState(giftCardTemplateMessages.notLive(template.status))
  assertCanSend(setup, isTest)
  await assertWithinLimits(trx, { setup, template }, card.amount, now)
  await sql`update gift_cards set status = 'waiting', sent_at = ${now}, problem = null, asked_at = null,
      looked_at = null, ended_at = null, tries = tries + 1 where id = ${card.id}`.execute(trx)
  await refreshTemplateSentThisMonth(trx, card.templateId, now)
}

export const getCardContentLocation = (id: number) => ({
  table: 'giftCards',
  column: 'content',
  id,
})

/**
 * Locks setup and template, in this order, until the transaction ends, so that parallel calls wait.
 */
async function lockSetupAndTemplate(trx: Connection, templateId: number, now: string) {
  const { rows: setups } = await sql<LockedSetup>`
    select environment, currency, state, frozen, frozen_reason, store_ids, code_prefix, code_length,
      code_characters, min_amount::float8 as min_amount, max_amount::float8 as max_amount,
      daily_cap::float8 as daily_cap, monthly_cap::float8 as monthly_cap
    from gift_card_setup
    where environment = (select environment from gift_card_templates where id = ${templateId})
    for update`.execute(trx)
  const { rows: templates } = await sql<LockedTemplate>`
    select id, environment, currency, store_ids, product_ids, amount_kind, amounts,
      ${buildGiftCardTemplateStatusSql(now)} as status,
      min_amount::float8 as min_amount, max_amount::float8 as max_amount, step::float8 as step,
      monthly_cap::float8 as monthly_cap
    from gift_card_templates where id = ${templateId} for update`.execute(trx)
  const [[setup], [template]] = [setups, templates]
  if (!setup || !template) throw invalidState(giftCardTemplateMessages.noSetup)
  return { setup, template }
}

/** Rejects a setup that can't send. For a test, a verified setup is enough. */
function assertCanSend({ state, frozen, frozenReason }: LockedSetup, isTest: boolean): void {
  const able = ['active', 'degraded', ...(isTest ? ['verified'] : [])]
  if (!able.includes(state)) throw invalidState(giftCardTemplateMessages.setupNotActive)
  if (frozen) throw invalidState(giftCardTemplateMessages.frozen(frozenReason ?? ''))
}

async function chooseProduct(
  trx: Connection,
  { productIds }: LockedTemplate,
  { productId, amount }: { productId: number | null; amount: number },
): Promise<OrderableProduct> {
  const { rows } = await sql<OrderableProduct>`
    select id, name, currency, amounts, min_amount::float8 as min_amount, max_amount::float8 as max_amount
    from gift_card_products
    where id = any(${productIds}::int[]) and state in (${sql.join(orderableStates)}) order by name, id`.execute(
    trx,
  )
  if (rows.length === 0) throw invalidState(giftCardTemplateMessages.noProduct)
  if (productId === null) {
    const match = rows.find((one) => isProductAmount(one, amount))
    if (!match) throw validationFailed({ amount: giftCardTemplateMessages.noneInAmount })
    return match
  }
  const product = rows.find(({ id }) => id === productId)
  if (!product) throw validationFailed({ productId: giftCardTemplateMessages.productNotOffered })
  if (!isProductAmount(product, amount))
    throw validationFailed({ amount: giftCardTemplateMessages.notAtAmount(product.name) })
  return product
}
