import { revealFields } from '#shared/areas/members/revealCalls.ts'
import { revealMessages } from '#shared/areas/members/messages.ts'
import { revealLogEntry } from '#shared/areas/logs/revealEntry.ts'
import type { RevealedEntry } from '#shared/areas/logs/revealEntry.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { FormField, loadPanelRecord } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { getListFormProps, SmallForm, SubmitButton } from '#client/form/SmallForm.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import { logsMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

type EntryShown = { intent: 'revealEntry'; entry: RevealedEntry }

const createRevealIntent =
  ({ name: resource }: Resource): Intent<EntryShown> =>
  async ({ api, form, key }) => {
    const reason = String(form.get('reason') ?? '').trim()
    const error = validateField(revealFields.reason, reason || null)
    if (error) throw new FormError({ reason: error })
    const id = Number(form.get('id'))
    const entry = await revealLogEntry(api, { resource, id }, reason, key)
    return { shown: { intent: 'revealEntry', entry } }
  }

/** Asks for a reason, and then shows the entry with the personal data that is masked otherwise. */
function RevealEntryPanel({ loaded: entry, ...props }: PanelProps<AnyRecord>) {
  const { resource, view } = props
  const revealed = useLastActionData<Partial<EntryShown>>()?.entry
  const back = createPanelUrls(resource, view)('entry', entry.id)
  if (!revealed)
    return (
      <SmallForm
        {...getListFormProps(props)}
        close={back}
        record={entry}
        intent="revealEntry"
        title={() => logsMessages.reveal}
        size="medium"
        buttons={<SubmitButton>{logsMessages.reveal}</SubmitButton>}
      >
        {(answer) => (
          <>
            <EntryFacts entry={entry} />
            <p>{logsMessages.revealExplain}</p>
            <FormField id="reason" name="reason" field={revealFields.reason} answer={answer} />
          </>
        )}
      </SmallForm>
    )
  return (
    <Panel title={logsMessages.revealed} close={back} row={entry.id} size="medium">
      <div className={styles.form}>
        <div className={styles.body} role="region" aria-label={logsMessages.revealed} tabIndex={0}>
          {revealed.changes === null ? (
            <p>{logsMessages.shownBefore}</p>
          ) : (
            <EntryFacts entry={{ ...entry, ...revealed }} />
          )}
        </div>
        <FormFooter>
          <ButtonLink to={back}>{revealMessages.done}</ButtonLink>
        </FormFooter>
      </div>
    </Panel>
  )
}

/** Creates the panel that shows the masked data of a log's entry. */
export const createRevealEntryPanel = (resource: Resource): PanelDefinition<AnyRecord> => ({
  // It needs a permission of its own, which the link and the platform check.
  reads: true,
  Panel: RevealEntryPanel,
  intents: { revealEntry: createRevealIntent(resource) },
  load: loadPanelRecord,
})
