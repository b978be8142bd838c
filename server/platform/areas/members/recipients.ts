import { sql } from 'kysely'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { mails } from '#shared/areas/email/mails.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { canSeePersonalData, maskText } from '#server/platform/core/records/personalData.ts'
import type { ReadExtension } from '#server/platform/core/records/list/readExtension.ts'

type Recipient = { id: number; memberId: number; name: string }

/**
 * Adds the member of the same store who has the recipient's address, if there is one. Reads the
 * address from the table, because the viewer may see it masked.
 */
const createRecipientExtension = (table: string): ReadExtension => ({
  async addFields(db, records, _condition, _parameters, { permissions }) {
    const ids = records.map(({ id }) => id)
    const { rows } = await sql<Recipient>`
      select sent.id, members.id as member_id, members.name
      from ${sql.table(table)} as sent join members
        on members.store_id = sent.store_id and members.email = lower(sent.recipient)
      where sent.id = any(${ids}::int[])`.execute(db)
    const members = new Map(rows.map((row) => [Number(row.id), row]))
    const isMasked = permissions !== undefined && !canSeePersonalData(permissions)
    return records.map((record) => {
      const member = members.get(Number(record['id']))
      if (!member) return { ...record, memberId: null }
      const labels: AnyRecord['labels'] = {
        ...(record['labels'] as AnyRecord['labels']), // Added by `addLabels`.
        memberId: isMasked ? maskText(member.name) : member.name,
      }
      return { ...record, memberId: member.memberId, labels }
    })
  },
})

/** Finds a record by its ID alone. */
const searchId = (word: string) =>
  /^[1-9]\d{0,8}$/.test(word) ? [sql<boolean>`id = ${Number(word)}`] : []

/** Gift cards and emails name a member only by an address. */
export const recipientReads = {
  [giftCards.name]: { ...createRecipientExtension('gift_cards'), searchWord: searchId },
  [mails.name]: createRecipientExtension('mails'),
}
