import { sql } from 'kysely'
import { formatMoney } from '#shared/format/money.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { sealEmailContent } from '../emailQueue.ts'
import { emailTextMessages } from '../messages.ts'

/** How many days of emails have a text, so that loading the demo data takes no longer. */
const textDays = 30

type SentEmail = {
  id: number
  store: string
  amount: number | null
  currency: string | null
}

/** Writes what is saved of an email: without its link. */
function formatSavedText({ store, amount, currency }: SentEmail): string {
  const sentence =
    amount === null || currency === null
      ? "Your last payment didn't go through. You can pay for your order here:"
      : `Here's your gift card for ${formatMoney(amount, currency)}:`
  return `Hello,\n\n${sentence}\n\n${emailTextMessages.linkRemoved}\n\n${store}\n`
}

/** Seals a text for each recent email that was sent. Without a key ring to seal them, there are none. */
export async function insertEmailTexts({ trx, secrets }: SeedContext): Promise<void> {
  if (!secrets) return
  const { rows: emails } = await sql<SentEmail>`
    select mails.id, stores.name as store, gift_cards.amount::float8 as amount, gift_cards.currency
    from mails join stores on stores.id = mails.store_id
      left join gift_cards on gift_cards.id = gift_card_id
    where mails.status = 'sent' and mails.content_sealed is null
      and mails.time > (select max(time) from mails) - make_interval(days => ${textDays})`.execute(
    trx,
  )
  const texts = emails.map((email) => ({
    id: email.id,
    sealed: sealEmailContent({ secrets }, email.id, { savedText: formatSavedText(email) }),
  }))
  await sql`update mails set content_sealed = sealed
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as made (id int, sealed text)
    where mails.id = made.id`.execute(trx)
}
