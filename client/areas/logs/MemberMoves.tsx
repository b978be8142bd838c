import type { Api } from '#shared/engine/api.ts'
import type { Labels } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { loadMemberNames } from '#shared/areas/members/memberNames.ts'
import { parseMemberMoves } from '#shared/areas/members/memberMoves.ts'
import type { ParsedMove } from '#shared/areas/members/memberMoves.ts'
import { formatMemberCount } from '#shared/areas/members/moveSentence.ts'
import type { StoreLogEntry } from '#shared/areas/stores/storeLogsCalls.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { Link } from '#client/ui/Link.tsx'
import { logsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Logs.css.ts'

/**
 * The members that an entry moved, and the names of those who still exist, if the operator may read
 * them.
 */
export type MemberMovesData = {
  count: number
  moved: ParsedMove[]
  names: Labels
}

const getAfter = (change: unknown): unknown =>
  typeof change === 'object' && change !== null && 'after' in change ? change.after : undefined

/** Loads the members that an entry moved. Null if it moved none. */
export async function loadMemberMoves(
  { targetType, changes }: Pick<StoreLogEntry, 'targetType' | 'changes'>,
  { api, signal }: { api: Api; signal: AbortSignal },
): Promise<MemberMovesData | null> {
  const [count, texts] = [getAfter(changes['members']), getAfter(changes['moved'])]
  if (targetType !== memberGroups.name || typeof count !== 'number' || !Array.isArray(texts))
    return null
  const moved = parseMemberMoves(texts.map(String))
  const ids = moved.flatMap((one) => ('member' in one ? [one.member] : []))
  return { count, moved, names: await loadMemberNames(api, ids, signal) }
}

/** Changes that `MemberMoves` shows in place of the generic list. */
export const moveChangeNames: readonly string[] = ['members', 'moved']

/** Lists moved members. The log only has their IDs, so names are looked up when it is read. */
export function MemberMoves({ count, moved, names }: MemberMovesData) {
  return (
    <>
      <h3 className={panel.subheading}>{logsMessages.moved(formatMemberCount(count))}</h3>
      <ul className={styles.others}>
        {moved.map((one) =>
          'more' in one ? (
            <li key="more">{logsMessages.more(formatNumber(one.more))}</li>
          ) : 'who' in one ? (
            <li key={one.who}>{one.who}</li>
          ) : (
            <li key={one.member}>
              <MemberLink id={one.member} name={names[one.member]} /> {one.way}
            </li>
          ),
        )}
      </ul>
      {Object.keys(names).length > 0 && <p className={styles.quiet}>{logsMessages.namesNow}</p>}
    </>
  )
}

function MemberLink({ id, name }: { id: number; name: string | undefined }) {
  if (name === undefined) return <>#{id}</>
  return (
    <Link to={getRecordUrl(members, { id })}>
      #{id} {name}
    </Link>
  )
}
