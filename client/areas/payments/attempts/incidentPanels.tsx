import { ApiError } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import type { FailureReason } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import {
  assignIncident,
  getIncidentFixLink,
  incidentFields,
  resolveIncident,
  listAffectedStores,
} from '#shared/areas/payments/incidentCalls.ts'
import type { AffectedStore } from '#shared/areas/payments/incidentCalls.ts'
import { loadIncidentPaymentSummary } from '#shared/areas/payments/incidentPayments.ts'
import type { IncidentPayments } from '#shared/areas/payments/incidentPayments.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { messages } from '#shared/messages.ts'
import {
  FormField,
  IntegrationStatus,
  Table,
  createOwnerPanel,
  definePanels,
  getPanelHeading,
  loadPanelRecord,
} from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import { CommentsLink } from '#client/list/comments/CommentsLink.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { incidentMessages } from './incidentMessages.ts'
import { renderIncidentName } from './renderIncidentName.tsx'
import { formatPaymentAmount, paymentAttemptsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

type IncidentPanelData = {
  incident: AnyRecord
  affectedStores: AffectedStore[]
  payments: IncidentPayments | null
}
type IncidentStake = { currency: string; amount: number }

const buildSetupUrl = (id: number) => `/payment-setup/${id}/details`

/** Builds the URL of the payments that failed for the incident's reason while it was open. */
function buildPaymentsUrl({ gateway, reason, openedAt, resolvedAt }: AnyRecord): string {
  const query = new URLSearchParams({
    'filter[gateway][eq]': String(gateway),
    'filter[reason][eq]': String(reason),
    'filter[attemptedAt][gte]': String(openedAt),
    ...(typeof resolvedAt === 'string' && { 'filter[attemptedAt][lte]': resolvedAt }),
  })
  return `/paymentAttempt?${query}`
}

const incidentFacts = [
  'status',
  'openedAt',
  'lastAt',
  'failures',
  'ownerId',
  'resolvedAt',
  'resolution',
]

/** Lists the setups behind an incident, each with a link and its status. */
const IncidentSetups = ({ setups }: Pick<IncidentPayments, 'setups'>) =>
  setups.length > 0 && (
    <Table
      caption={incidentMessages.setups}
      rows={setups}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          label: incidentMessages.setups,
          render: ({ id, name }) => <Link to={buildSetupUrl(id)}>{name}</Link>,
        },
        {
          label: incidentMessages.setupStatus,
          render: ({ state }) => <IntegrationStatus state={state} />,
        },
      ]}
    />
  )

/** Shows an incident: what to do about it, the amounts at stake, and the affected stores. */
function IncidentPanel({
  loaded: { incident, affectedStores, payments },
  ...props
}: PanelProps<IncidentPanelData>) {
  const can = useCan()
  const buildPanelUrl = createPanelUrls(incidents, props.view)
  // The platform returns records of this definition.
  const fix = getIncidentFixLink({
    reason: incident['reason'] as FailureReason,
    gateway: incident['gateway'] as Gateway,
  })
  const stakes = ((incident['stakes'] ?? []) as IncidentStake[]).filter(({ amount }) => amount > 0)
  const canWrite = can(incidents, 'write')
  const isOpen = incident['status'] === 'open' && canWrite
  const { retries, links, setups = [] } = payments ?? {}
  const [onlySetup] = setups.length === 1 ? setups : []
  const waitsForFix =
    incident['reason'] === 'configuration' && setups.some(({ works }) => !works) && isOpen
  return (
    <Panel
      {...getPanelHeading(props, incident, incidentMessages.named)}
      size="medium"
      tools={<CommentsLink {...props} record={incident} />}
    >
      <div className={panel.body}>
        <RecordFacts resource={incidents} record={incident} names={incidentFacts} />
        <p>
          {paymentAttemptsMessages.stake}{' '}
          {stakes.map(({ amount, currency }) => formatPaymentAmount(amount, currency)).join(', ') ||
            paymentAttemptsMessages.nothing}
        </p>
        {waitsForFix && <p>{incidentMessages.fixFirst}</p>}
        <nav className={panel.inline} aria-label={incidentMessages.actions}>
          {canWrite && retries && retries.payments > 0 && (
            <ButtonLink
              to={buildPanelUrl('retryIncident', incident.id)}
              size="small"
              preventScrollReset
            >
              {messages.addEllipsis(incidentMessages.retry(retries.payments))}
            </ButtonLink>
          )}
          {canWrite && links && links.payments > 0 && (
            <ButtonLink
              to={buildPanelUrl('linkIncident', incident.id)}
              size="small"
              color="white"
              preventScrollReset
            >
              {messages.addEllipsis(incidentMessages.link(links.payments))}
            </ButtonLink>
          )}
          {onlySetup ? (
            <ButtonLink to={buildSetupUrl(onlySetup.id)} size="small" color="white">
              {incidentMessages.openSetup(onlySetup.name)}
            </ButtonLink>
          ) : (
            <ButtonLink to={fix.to} size="small" color="white">
              {fix.label}
            </ButtonLink>
          )}
          <ButtonLink to={buildPaymentsUrl(incident)} size="small" color="white">
            {incidentMessages.showPayments}
          </ButtonLink>
          {isOpen && (
            <>
              <Link to={buildPanelUrl('resolve', incident.id)}>
                {messages.addEllipsis(paymentAttemptsMessages.resolve)}
              </Link>
              <Link to={buildPanelUrl('assignIncident', incident.id)}>
                {messages.addEllipsis(incidentMessages.assign)}
              </Link>
            </>
          )}
        </nav>
        <IncidentSetups setups={setups} />
        <Table
          caption={paymentAttemptsMessages.stores}
          rows={affectedStores}
          keyOf={({ id, currency }) => `${id}-${currency}`}
          columns={[
            {
              label: paymentAttemptsMessages.store,
              render: ({ id, name }) => <Link to={`/stores/${id}`}>{name}</Link>,
            },
            {
              label: paymentAttemptsMessages.failures,
              align: 'end',
              render: ({ failures }) => formatNumber(failures),
            },
            {
              label: paymentAttemptsMessages.atStake,
              align: 'end',
              render: ({ amount, currency }) => amount > 0 && formatPaymentAmount(amount, currency),
            },
          ]}
        />
      </div>
    </Panel>
  )
}

const resolveIncidentIntent: Intent = async ({ api, form, key }) => {
  const resolution = String(form.get('resolution') ?? '').trim()
  const error = validateField(incidentFields.resolution, resolution || null)
  if (error) throw new FormError({ resolution: error })
  const incident = await resolveIncident(api, parseRecordVersion(form), resolution, key)
  return { notice: 'status-changed', of: toRecordLink(incidents, incident) }
}

/**
 * Returns null if the platform doesn't offer the call, so that the incident is shown without its
 * data.
 */
function ignoreMissingCall(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** Panels beside the list of incidents. */
export const incidentPanels = definePanels({
  incident: {
    reads: true,
    of: incidents,

    Panel: IncidentPanel,
    intents: {},
    async load(context) {
      const incident = await loadPanelRecord(context)
      const [affectedStores, payments] = await Promise.all([
        listAffectedStores(context.api, incident.id, context.signal),
        loadIncidentPaymentSummary(context.api, incident.id, context.signal).catch(
          ignoreMissingCall,
        ),
      ])
      return { incident, affectedStores, payments }
    },
  } satisfies PanelDefinition<IncidentPanelData>,
  resolve: {
    of: incidents,

    Panel: ({ loaded, ...props }) => (
      <SmallForm
        {...getListFormProps(props)}
        record={loaded}
        of={incidents}
        intent="resolve"
        title={paymentAttemptsMessages.resolveTitle}
        buttons={<SubmitButton>{paymentAttemptsMessages.resolve}</SubmitButton>}
      >
        {(answer) => (
          <>
            {renderIncidentName(loaded)}
            <FormField
              id="resolution"
              name="resolution"
              field={incidentFields.resolution}
              answer={answer}
            />
          </>
        )}
      </SmallForm>
    ),
    intents: { resolve: resolveIncidentIntent },
    load: loadPanelRecord,
  } satisfies PanelDefinition<AnyRecord>,
  assignIncident: {
    ...createOwnerPanel({
      resource: incidents,
      intent: 'assignIncident',
      write: assignIncident,
      messages: incidentMessages,
      renderRecord: renderIncidentName,
    }),
    of: incidents,
  },
})
