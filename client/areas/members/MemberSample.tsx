import type { GroupPreview } from '#shared/areas/members/groupCalls.ts'
import { members } from '#shared/areas/members/members.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { Link } from '#client/ui/Link.tsx'
import { memberGroupsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './MemberSample.css.ts'

type Props = Pick<GroupPreview, 'sample' | 'count'> & {
  /** Name of the buttons that remove a member, if that is allowed. */
  removes?: string | undefined
}

/** Lists members who are in a group, or would be. Only a sample if there are many. */
export function MemberSample({ sample, count, removes }: Props) {
  if (sample.length === 0) return null
  return (
    <ul
      className={styles.people}
      aria-label={sample.length < count ? memberGroupsMessages.some : memberGroupsMessages.members}
    >
      {sample.map(({ id, name, email }) => (
        <li key={id}>
          <span title={name}>
            <Link to={getRecordUrl(members, { id })}>{name}</Link>
          </span>
          <span title={email}>{email}</span>
          {removes && (
            <button
              type="submit"
              name={removes}
              value={id}
              className={`${panel.tool} ${glyph.cross}`}
              aria-label={memberGroupsMessages.takeOut(name)}
              title={memberGroupsMessages.takeOut(name)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
