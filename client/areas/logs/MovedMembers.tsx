import type { Api } from '#shared/engine/api.ts'
import type { Labels } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { memberNames } from '#shared/areas/members/memberNames.ts'
import { movedIn } from '#shared/areas/members/movedText.ts'
import type { MovedOne } from '#shared/areas/members/movedText.ts'
import { members } from '#shared/areas/members/moveSentence.ts'
import type { StoreLogEntry } from '#shared/areas/stores/storeLogsCalls.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { Link } from '#client/ui/Link.tsx'
import { logsMessages as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Logs.css.ts'

/** Whom an entry moved, of which store, and what those are called who are still there, for who may read them. */
export type Moves = {
  count: number
  moved: MovedOne[]
  storeId: number
  names: Labels
}

const afterOf = (change: unknown): unknown =>
  typeof change === 'object' && change !== null && 'after' in change ? change.after : undefined

/** The members that an entry moved; null where it moved none. */
export async function movesOf(
  { targetType, changes }: Pick<StoreLogEntry, 'targetType' | 'changes'>,
  storeId: number,
  { api, signal }: { api: Api; signal: AbortSignal },
): Promise<Moves | null> {
  const [count, texts] = [afterOf(changes['members']), afterOf(changes['moved'])]
  if (targetType !== memberGroups.name || typeof count !== 'number' || !Array.isArray(texts))
    return null
  const moved = movedIn(texts.map(String))
  const ids = moved.flatMap((one) => ('member' in one ? [one.member] : []))
  return { count, moved, storeId, names: await memberNames(api, ids, signal) }
}

/** The changes that `MovedMembers` tells instead. */
export const toldByMoves: readonly string[] = ['members', 'moved']

/** Numbers are all that the log keeps of members; what they are called is looked up when it is read. */
export function MovedMembers({ count, moved, storeId, names }: Moves) {
  return (
    <>
      <h3 className={panel.asks}>{say.moved(members(count))}</h3>
      <ul className={styles.others}>
        {moved.map((one) =>
          'more' in one ? (
            <li key="more">{say.more(formatNumber(one.more))}</li>
          ) : 'who' in one ? (
            <li key={one.who}>{one.who}</li>
          ) : (
            <li key={one.member}>
              <Member id={one.member} {...{ storeId, name: names[one.member] }} /> {one.way}
            </li>
          ),
        )}
      </ul>
      {Object.keys(names).length > 0 && <p className={styles.quiet}>{say.namesNow}</p>}
    </>
  )
}

type MemberProps = { id: number; storeId: number; name: string | undefined }

function Member({ id, storeId, name }: MemberProps) {
  if (name === undefined) return <>#{id}</>
  return (
    <Link to={storeAddress(storeId, 'members', { record: String(id) })}>
      #{id} {name}
    </Link>
  )
}
