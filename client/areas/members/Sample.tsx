import type { GroupPreview } from '#shared/areas/members/groupCalls.ts'
import { groupsMessages as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './Sample.css.ts'

type Props = Pick<GroupPreview, 'sample' | 'count'> & {
  /** The name of the buttons that take one out, where that may be done. */
  removes?: string | undefined
}

/** Those that are in a group, or would be: some, where they are many. */
export function Sample({ sample, count, removes }: Props) {
  if (sample.length === 0) return null
  return (
    <ul className={styles.people} aria-label={sample.length < count ? say.some : say.members}>
      {sample.map(({ id, name, email }) => (
        <li key={id}>
          <span title={name}>{name}</span>
          <span title={email}>{email}</span>
          {removes && (
            <button
              type="submit"
              name={removes}
              value={id}
              className={`${panel.tool} ${glyph.cross}`}
              aria-label={say.takeOut(name)}
              title={say.takeOut(name)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
