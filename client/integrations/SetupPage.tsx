import { useLoaderData, useLocation, useParams, useSearchParams } from 'react-router'
import { findLastResult } from '#shared/engine/integrations/tests.ts'
import { limitToPermissions } from '#shared/engine/nestResource.ts'
import { useLastActionData } from '../runtime/useLastActionData.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'
import type { RejectedForm } from '../form/handleForm.ts'
import { RecordForm } from '../form/RecordForm.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useFocusOnHash } from '../ui/focus/useFocusOnHash.ts'
import { DeleteIntegrationSection } from './DeleteIntegrationSection.tsx'
import { IntegrationStatus } from './IntegrationStatus.tsx'
import { requireNestedSetupResource } from './setup.ts'
import type { SetupPageData, SetupDefinition } from './setup.ts'
import { useSetupTabs } from './useSetupTabs.ts'
import type { SetupProps } from './useSetupTabs.ts'
import {
  DegradedNotice,
  ActivationSteps,
  IntegrationStateConfirmation,
  IntegrationScheduleForm,
  IntegrationStateForm,
  useIntegrationScheduleAction,
  useIntegrationStateAction,
} from './IntegrationStateActions.tsx'
import { copyFixParams, StoreFixBar } from './fix/StoreFixBar.tsx'
import { useLazyPart } from '../runtime/lazyPart.ts'
import { PageCommentsLink } from '../list/comments/CommentsLink.tsx'
import { commentsPart } from '../list/comments/commentsPart.ts'
import { buildUrlWithoutComments } from '../list/comments/commentsUrl.ts'
import { listTools } from '../list/listTools.ts'
import { createSetupTestExtras } from './setupFormExtras.tsx'
import { TestSection } from './tests/TestSection.tsx'
import { useIsTestBeforeForm } from './useIsTestBeforeForm.ts'
import { setupPageMessages } from './setupPageMessages.ts'
import * as styles from './integrations.css.ts'

/**
 * Renders a setup page: its form, the values to enter at the provider, its test, and its actions.
 */
export function SetupPage<More>({ setup }: { setup: SetupDefinition<More> }) {
  const { recordName, prefill, storeFix, storeList, comments, ...loaded } =
    useLoaderData<SetupPageData<More>>()
  const refused = useLastActionData<RejectedForm>()
  const can = useCan()
  const nested = requireNestedSetupResource(setup.resource, useParams())
  const resource = limitToPermissions(nested, (action) => can(nested, action))
  const props: SetupProps<More> = { ...loaded, resource, refused }
  const { record, history, writeKey } = loaded
  useFocusOnHash()
  const {
    tabs,
    tab,
    fields,
    at: tabAt,
    fieldAt,
  } = useSetupTabs(resource, (record && setup.tabs) || [], record)
  const state = String(record?.['state'] ?? 'not_configured')
  const problem = state === 'degraded' && record?.['problem']
  const failed = findLastResult(history)?.steps.find(({ outcome }) => outcome === 'failed')?.field
  const fixUrl = failed ? fieldAt(failed) : '#test'
  const [search] = useSearchParams()
  const sides = setup.sides?.(props)
  const address = useLocation()
  const isTestFirst = useIsTestBeforeForm(record, history)
  const tools = useLazyPart(storeList ? listTools : null)
  const commentTools = useLazyPart(comments ? commentsPart : null)
  const live = record && { resource, record, history, refused, writeKey }
  const stateAction = useIntegrationStateAction(live)
  const scheduleAction = useIntegrationScheduleAction(live)
  const test = live && (
    <div key="test" className={isTestFirst ? styles.ahead : styles.column}>
      <TestSection
        {...live}
        testInputs={setup.testInputs}
        fieldAt={fieldAt}
        further={setup.further?.(live.record, address)}
      >
        {setup.aside?.(props)}
      </TestSection>
      {scheduleAction && <ActionButton action={scheduleAction} />}
    </div>
  )
  return (
    <>
      <PageHeader
        title={recordName}
        status={<IntegrationStatus state={state} />}
        facts={setup.facts?.(props) ?? []}
        tabs={
          tab
            ? { label: recordName, tabs: tabs.map(tabAt) }
            : sides && {
                ...sides,
                tabs: sides.tabs.map((side) => ({ ...side, to: copyFixParams(side.to, search) })),
              }
        }
        tools={
          <>
            {setup.tools?.(props)}
            {record && <PageCommentsLink record={record} />}
          </>
        }
        actions={stateAction ? [stateAction] : []}
      />
      {storeList && tools && (
        <tools.StoreListPanel resource={resource} loaded={storeList} writeKey={writeKey} />
      )}
      {comments && commentTools && (
        <commentTools.CommentsPanel
          {...comments}
          resource={resource}
          close={buildUrlWithoutComments(address)}
          writeKey={writeKey}
          refused={refused}
        />
      )}
      <StoreFixBar
        storeFix={storeFix}
        history={history}
        cause={typeof problem === 'string' ? problem : undefined}
      />
      <ActivationSteps state={state} />
      {typeof problem === 'string' && <DegradedNotice problem={problem} fixUrl={fixUrl} />}
      {live && <IntegrationStateForm {...live} />}
      {live && <IntegrationScheduleForm {...live} />}
      {live && <IntegrationStateConfirmation {...live} />}
      <div className={styles.page}>
        {/* In source order before the form, since narrow screens show it above the form. */}
        {!live && (
          <div className={styles.ahead}>
            <Section id="test" title={setupPageMessages.steps}>
              <ol className={styles.next}>
                {setupPageMessages.next.map(([what, why]) => (
                  <li key={what}>
                    <strong>{what}</strong>
                    <p className={styles.soft}>{why}</p>
                  </li>
                ))}
              </ol>
            </Section>
          </div>
        )}
        {isTestFirst && test}
        <div key="settings" className={styles.column}>
          {record && tab?.show?.({ ...props, record })}
          {!tab?.show && (
            <div className={styles.card} key={`${record?.id ?? 'new'}.${tab?.name ?? ''}`}>
              <fieldset
                disabled={!resource.api.writes.includes('change')}
                className={styles.settings}
              >
                <RecordForm
                  fields={fields}
                  sections={resource.form.sections}
                  record={record}
                  prefill={prefill}
                  refused={refused}
                  writeKey={writeKey}
                  draftName={`${resource.name}.${record?.id ?? 'new'}${tab ? `.${tab.name}` : ''}`}
                  own={setup.own?.(props) ?? {}}
                  further={
                    resource.api.writes.includes('change')
                      ? createSetupTestExtras({
                          testInputs: setup.testInputs,
                          refused,
                          fieldAt,
                          canActivate: !setup.needsSignIn,
                        })
                      : undefined
                  }
                />
              </fieldset>
            </div>
          )}
          {setup.below?.(props)}
          {record && tab === tabs[0] && (
            <DeleteIntegrationSection {...{ resource, record, refused, writeKey }} />
          )}
        </div>
        {!isTestFirst && test}
      </div>
    </>
  )
}
