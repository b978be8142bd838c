import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { generateGiftCardCode } from '#shared/areas/giftCards/generateCode.ts'
import type { GiftCardCodeRules } from '#shared/areas/giftCards/generateCode.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { getCardContentLocation } from '../reserveCard.ts'

/**
 * Seals a link and a code for each card that was sent, so that its email can be sent again. Without
 * a key ring to seal them, there are none.
 */
export async function insertGiftCardContents({ trx, secrets }: SeedContext): Promise<void> {
  if (!secrets) return
  const { rows: setups } = await sql<GiftCardCodeRules>`
    select code_prefix, code_length, code_characters from gift_card_setup
    where environment = 'live'`.execute(trx)
  const [rules] = setups
  if (!rules) return
  const { rows: cards } = await sql<{ id: number; reference: string }>`
    select id, reference from gift_cards
    where status = 'sent' and reference is not null and content_sealed is null`.execute(trx)
  const contents = cards.map(({ id, reference }) => {
    const code = generateGiftCardCode(rules, (below) => randomInt(below))
    const content = JSON.stringify({ code, url: `https://runa.example/${reference}` })
    return { id, sealed: secrets.seal(getCardContentLocation(id), content) }
  })
  await sql`update gift_cards set content_sealed = sealed, asked_at = sent_at, ended_at = sent_at
    from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb) as made (id int, sealed text)
    where gift_cards.id = made.id`.execute(trx)
}
