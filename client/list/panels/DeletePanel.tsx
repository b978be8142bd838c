import { panelAddresses } from '#shared/engine/list/listView.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import type { Uses } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { isRestorable } from '#shared/engine/undo.ts'
import { Link } from '#client/ui/Link.tsx'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from './definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'

const say = panelMessages.remove

export function DeletePanel({ loaded, ...props }: PanelProps<{ record: AnyRecord; uses: Uses }>) {
  const { resource, view, refused } = props
  const { record } = loaded
  const name = labelOf(resource, record)
  const answer = refused?.intent === 'delete' ? refused : undefined
  const used = (answer?.uses ?? loaded.uses).filter(({ count }) => count > 0)
  const isUsed = used.length > 0
  return (
    <SmallForm
      {...besideList(props)}
      record={record}
      intent="delete"
      title={say.title}
      buttons={!isUsed && <SendButton color="error">{say.button}</SendButton>}
    >
      {() =>
        isUsed ? (
          <>
            <p>{say.blocked(name)}</p>
            <ul className={styles.list}>
              {used.map(({ kind, count, examples, to }) => (
                <li key={kind}>
                  {to ? <Link to={to}>{say.isThe(kind)}</Link> : say.use(kind, count, examples)}
                </li>
              ))}
            </ul>
            {resource.merges && (
              <p>
                <Link to={panelAddresses(resource, view)('merge', record.id)} preventScrollReset>
                  {panelMessages.merge.instead}
                </Link>
              </p>
            )}
          </>
        ) : (
          <p>{isRestorable(resource) ? say.explain : say.forGood}</p>
        )
      }
    </SmallForm>
  )
}
