import { Fragment, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { formatActor } from '#shared/engine/actors.ts'
import { loadUses } from '#shared/engine/recordCalls.ts'
import type { RecordUses } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { validateFields } from '#shared/engine/fields/validation.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { getStatusChanges, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import {
  createScheduledDeletionUndo,
  deletionFields,
  scheduleStoreDeletion,
} from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeStatusMessages } from '#shared/areas/stores/status/storeStatusMessages.ts'
import { FormField, Section, TypeToConfirmButton } from '#client/frame/index.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { DraftOffer } from '#client/form/drafts/DraftOffer.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { UnsavedGuard } from '#client/form/drafts/UnsavedGuard.tsx'
import { useUncontrolledFormDraft } from '#client/form/drafts/useUncontrolledFormDraft.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { buildStatusChangeUrl, buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { FailureWithRetry } from '../FailureWithRetry.tsx'
import { useCanChange, defineTab } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { storeDangerMessages } from './lazyTabMessages.ts'
import { storePageMessages } from '../messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as layout from '../Store.css.ts'
import * as part from '#client/ui/Section.css.ts'

const scheduleDeletion: Intent = async ({ api, form, key }) => {
  const code = String(form.get('code') ?? '').trim()
  const reason = String(form.get('reason') ?? '').trim()
  const errors = validateFields(deletionFields, { code, reason })
  if (Object.keys(errors).length > 0) throw new FormError(errors)
  const input = { code, ...(reason ? { reason } : {}) }
  const store = await scheduleStoreDeletion(api, parseRecordVersion(form), input, key)
  const undo = createScheduledDeletionUndo(store)
  return { notice: 'deletion-planned', of: toRecordLink(stores, store), undo }
}

export const dangerTab = defineTab<RecordUses | PageFailure>({
  intents: { delete: scheduleDeletion },
  load: ({ api, id, signal }) =>
    resolveOrFailure(loadUses(api, stores, id, signal), storeDangerMessages.dependsWhat),
  render: (props) => <DangerTab {...props} />,
})

function DangerTab(props: TabProps<RecordUses | PageFailure>) {
  const { store } = props
  const location = useLocation()
  // An unknown status of another platform version allows nothing.
  const { write, remove } = useCanChange(store)
  const changes = write ? getStatusChanges(store['status'] as StoreStatus) : []
  return (
    <div className={layout.tab}>
      {changes.length > 0 && (
        <div className={part.card} data-narrow>
          {changes.map((change) => (
            <section
              key={change}
              id={change}
              className={layout.actionLine}
              aria-labelledby={`${change}-title`}
            >
              <div>
                <h2 id={`${change}-title`} className={part.heading}>
                  {statusChanges[change].label}
                </h2>
                <p className={layout.soft}>
                  {/* The confirmation lists what is still missing before members can use the
                      store. */}
                  {statusChanges[change].to === 'active'
                    ? storeDangerMessages.opens
                    : storeStatusMessages.explain[change]}
                </p>
              </div>
              {/* Red on white, because only the button that confirms is solid red. */}
              <ButtonLink
                to={buildStatusChangeUrl(location, change)}
                {...(statusChanges[change].reason
                  ? { color: 'error', variant: 'outline' }
                  : { color: 'white' })}
                preventScrollReset
              >
                {messages.addEllipsis(statusChanges[change].label)}
              </ButtonLink>
            </section>
          ))}
        </div>
      )}
      {remove ? <DeletionSection {...props} /> : !write && <StoreForbiddenNote action="delete" />}
    </div>
  )
}

function DeletionSection({
  store,
  data: uses,
  refused,
  writeKey,
}: TabProps<RecordUses | PageFailure>) {
  const { formData } = useNavigation()
  const rejected = refused?.intent === 'delete' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, rejected)
  const { draft, isTyped, restored, restore, listeners } = useUncontrolledFormDraft({
    form,
    name: `stores.${store.id}.delete`,
    intent: 'delete',
    ignoredFields: ['intent', 'version', 'writeKey'],
    writeKey,
    answer: rejected,
  })
  const answer = rejected ?? restored
  const { deleteAfter, code } = store
  const version = answer?.conflict?.version ?? store.version
  if (typeof deleteAfter === 'string')
    return (
      <Section id="delete" title={storeDangerMessages.delete} narrow>
        <div className={panel.body}>
          <p>
            <Instant at={deleteAfter} format={storeDangerMessages.held} />
          </p>
          <DependentsList uses={uses} />
        </div>
      </Section>
    )
  return (
    <Section id="delete" title={storeDangerMessages.delete} narrow>
      <Form
        {...listeners}
        ref={form}
        method="post"
        action={buildStoreUrl(store.id, 'danger')}
        className={`${panel.form} ${layout.staticFooter}`}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="writeKey" value={`${writeKey}-delete-${version}`} />
        <div className={panel.body}>
          {answer?.conflict && (
            <p className={panel.warning} role="alert">
              {storePageMessages.hold.changed(formatActor(answer.conflict.updatedBy))}
            </p>
          )}
          {answer?.failure && <FailureText failure={answer.failure} />}
          <p>{storeDangerMessages.explain(limits.deletionHoldDays)}</p>
          <DependentsList uses={uses} />
          <DraftOffer draft={draft} restore={restore} />
          <Fragment key={restored && 'restored'}>
            <FormField
              id="delete-code"
              name="code"
              field={{ ...deletionFields.code, label: storeDangerMessages.code(String(code)) }}
              answer={answer}
            />
            <FormField
              id="delete-reason"
              name="reason"
              field={deletionFields.reason}
              answer={answer}
            />
          </Fragment>
        </div>
        <FormFooter>
          <TypeToConfirmButton
            field="code"
            text={String(code)}
            reason={storeDangerMessages.notTyped}
            loading={formData?.get('intent') === 'delete'}
          >
            {storeDangerMessages.submit}
          </TypeToConfirmButton>
        </FormFooter>
      </Form>
      {isTyped && <UnsavedGuard dirty onLeave={draft.discard} />}
    </Section>
  )
}

function DependentsList({ uses }: { uses: RecordUses | PageFailure }) {
  const used = isPageFailure(uses) ? [] : uses.filter(({ count }) => count > 0)
  return (
    <div>
      <h3 className={layout.small}>{storeDangerMessages.depends}</h3>
      {isPageFailure(uses) && <FailureWithRetry failure={uses} />}
      {!isPageFailure(uses) && used.length === 0 && (
        <p className={layout.soft}>{storeDangerMessages.nothing}</p>
      )}
      {used.length > 0 && (
        <ul className={panel.list}>
          {used.map(({ kind, count, examples }) => (
            <li key={kind}>{panelMessages.remove.use(kind, count, examples)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Replaces a form that the reader may not send: names the permission and who grants it. */
export const StoreForbiddenNote = ({ action }: { action: Action }) => (
  <p className={`${layout.inset} ${layout.soft}`}>
    {messages.forbidden.call(`${stores.permission}:${action}`)}
  </p>
)
