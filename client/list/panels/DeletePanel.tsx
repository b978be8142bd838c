import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import type { RecordUses } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { canRestoreDeletedRecords } from '#shared/engine/undo.ts'
import { Link } from '#client/ui/Link.tsx'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from './definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'

const deleteMessages = panelMessages.remove

/** Integrations are disabled before they are deleted. */
const activeStates: ReadonlySet<unknown> = new Set(['active', 'degraded'])

function explainDeletion(resource: Resource, name: string): string {
  if (canRestoreDeletedRecords(resource)) return deleteMessages.explain(name)
  const hasSecrets = Object.values(resource.fields).some(({ kind }) => kind === 'secret')
  return hasSecrets ? deleteMessages.secretsToo(name) : deleteMessages.filesToo(name)
}

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
  const runs = resource.derived?.['lastTestAt'] && activeStates.has(record['state'])
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={record}
      intent="delete"
      title={deleteMessages.title}
      buttons={
        !isUsed && !runs && <SubmitButton color="error">{deleteMessages.button}</SubmitButton>
      }
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
            {resource.api.merge && (
              <p>
                <Link to={createPanelUrls(resource, view)('merge', record.id)} preventScrollReset>
                  {panelMessages.merge.instead}
                </Link>
              </p>
            )}
          </>
        ) : (
          <p>{runs ? deleteMessages.disableFirst(name) : explainDeletion(resource, name)}</p>
        )
      }
    </SmallForm>
  )
}
