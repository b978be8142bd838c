import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import type { RecordUses } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { isRestorable } from '#shared/engine/undo.ts'
import { Link } from '#client/ui/Link.tsx'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from './definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'

const deleteMessages = panelMessages.remove

export function DeletePanel({
  loaded,
  ...props
}: PanelProps<{ record: AnyRecord; uses: RecordUses }>) {
  const { resource, view, refused } = props
  const { record } = loaded
  const name = getLabel(resource, record)
  const answer = refused?.intent === 'delete' ? refused : undefined
  const used = (answer?.uses ?? loaded.uses).filter(({ count }) => count > 0)
  const isUsed = used.length > 0
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={record}
      intent="delete"
      title={deleteMessages.title}
      buttons={!isUsed && <SubmitButton color="error">{deleteMessages.button}</SubmitButton>}
    >
      {() =>
        isUsed ? (
          <>
            <p>{deleteMessages.blocked(name)}</p>
            <ul className={styles.list}>
              {used.map(({ kind, count, examples, to }) => (
                <li key={kind}>
                  {to ? (
                    <Link to={to}>{deleteMessages.isThe(kind)}</Link>
                  ) : (
                    deleteMessages.use(kind, count, examples)
                  )}
                </li>
              ))}
            </ul>
            {resource.canMerge && (
              <p>
                <Link to={createPanelUrls(resource, view)('merge', record.id)} preventScrollReset>
                  {panelMessages.merge.instead}
                </Link>
              </p>
            )}
          </>
        ) : (
          <p>{isRestorable(resource) ? deleteMessages.explain : deleteMessages.forGood}</p>
        )
      }
    </SmallForm>
  )
}
