import type { GroupPreview } from '#shared/members/groupCalls.ts'
import { groupsMessages as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'

/** Some of those that are in a group, or would be. */
export const Sample = ({ sample }: Pick<GroupPreview, 'sample'>) =>
  sample.length > 0 && (
    <>
      <h4 className={panel.asks}>{say.some}</h4>
      <ul className={panel.list}>
        {sample.map(({ id, name, email }) => (
          <li key={id}>
            {name} · {email}
          </li>
        ))}
      </ul>
    </>
  )
