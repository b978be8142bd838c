import type { AnyRecord, RecordOf } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/resources/creditEntries.ts'
import { targetOf } from '../audit/audit.ts'
import type { Work } from '../http/call.ts'
import { scopedTo } from '../records/inScope.ts'
import { lockRecord, readRecord } from '../records/read.ts'
import { recordTables } from '../schema.ts'
import { enter, wrongState } from './enter.ts'
import type { NewEntry } from './enter.ts'
import { keepNextExpiry } from './expire.ts'
import { creditMessages } from './messages.ts'

type Entry = RecordOf<typeof creditEntries>

/** Takes an entry of the ledger back by one that enters the opposite, and answers that one. */
export async function reverseEntry(
  { trx, caller, now, audit }: Work,
  entryId: number,
  reason: string,
): Promise<AnyRecord> {
  const resource = scopedTo(caller, creditEntries)
  // A record of this definition has its fields. Who takes back the same waits here for the other.
  const entry = (await lockRecord(trx, resource, entryId, null)) as Entry
  const { storeId, memberId, unit, amount, type } = entry
  if (type === 'reverse' || type === 'expire') throw wrongState(creditMessages.notReversible)
  const known = await recordTables(trx)
    .selectFrom(creditEntries.name)
    .select('id')
    .where('reverses', '=', entry.id)
    .executeTakeFirst()
  if (known) throw wrongState(creditMessages.reversed)
  const opposite: NewEntry = {
    storeId,
    memberId,
    unit,
    amount: -amount,
    type: 'reverse',
    reason,
    issuedBy: caller.email,
    reverses: entry.id,
  }
  const id = (await enter(trx, now, [opposite])).get(opposite) ?? 0
  // What is given back may expire, or should have: the lots that it goes to say so.
  if (amount < 0) await keepNextExpiry(trx, { memberId, unit })
  await audit({
    event: `${creditEntries.name}.reversed`,
    target: targetOf(creditEntries, entry),
    after: { amount: -amount, unit, reason },
  })
  return readRecord(trx, resource, id)
}
