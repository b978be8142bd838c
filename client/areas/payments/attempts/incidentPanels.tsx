import '#client/frame/forms.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import type { Gateway, Reason } from '#shared/areas/payments/attempts.ts'
import {
  assignIncident,
  fixOf,
  incidentFields,
  resolveIncident,
  storesOfIncident,
} from '#shared/areas/payments/paymentIncidents.ts'
import type { Touched } from '#shared/areas/payments/paymentIncidents.ts'
import { loadIncidentPayments } from '#shared/areas/payments/incidentPayments.ts'
import type { IncidentPayments } from '#shared/areas/payments/incidentPayments.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { aboutRecord, openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode, PanelProps } from '#client/list/panels/definePanels.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import { ownerPanel } from '#client/list/panels/ownerPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import { Table } from '#client/ui/Table.tsx'
import { incidentMessages } from './incidentMessages.ts'
import { amountIn, attemptsWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'

type Told = { incident: AnyRecord; touched: Touched[]; payments: IncidentPayments | null }
type Stake = { currency: string; amount: number }

const setupAddress = (id: number) => `/payment-setup/${id}/details`

/** The list of payments that failed for the incident's reason since it began. */
function paymentsAddress({ gateway, reason, openedAt, resolvedAt }: AnyRecord): string {
  const query = new URLSearchParams({
    'filter[gateway][eq]': String(gateway),
    'filter[reason][eq]': String(reason),
    'filter[attemptedAt][gte]': String(openedAt),
    ...(typeof resolvedAt === 'string' && { 'filter[attemptedAt][lte]': resolvedAt }),
  })
  return `/paymentAttempt?${query}`
}

const facts = ['status', 'openedAt', 'lastAt', 'failures', 'ownerId', 'resolvedAt', 'resolution']

/** The setups behind an incident, each with whether it works and a link to it. */
const Setups = ({ setups }: Pick<IncidentPayments, 'setups'>) =>
  setups.length > 0 && (
    <Table
      caption={incidentMessages.setups}
      rows={setups}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          label: incidentMessages.setups,
          render: ({ id, name }) => <Link to={setupAddress(id)}>{name}</Link>,
        },
        {
          label: incidentMessages.setupStatus,
          render: ({ works }) => (
            <Status tone={works ? 'good' : 'bad'}>
              {works ? incidentMessages.setupWorks : incidentMessages.setupFails}
            </Status>
          ),
        },
      ]}
    />
  )

/** An incident: what to do about it, what is at stake, and in which stores. */
function IncidentPanel({ loaded: { incident, touched, payments }, ...props }: PanelProps<Told>) {
  const may = useMay()
  const at = panelAddresses(incidents, props.view)
  // The platform answers records of this definition.
  const fix = fixOf({
    reason: incident['reason'] as Reason,
    gateway: incident['gateway'] as Gateway,
  })
  const stakes = ((incident['stakes'] ?? []) as Stake[]).filter(({ amount }) => amount > 0)
  const canWrite = may(incidents, 'write')
  const isOpen = incident['status'] === 'open' && canWrite
  const { retries, links, setups = [] } = payments ?? {}
  const [onlySetup] = setups.length === 1 ? setups : []
  const waitsForFix =
    incident['reason'] === 'configuration' && setups.some(({ works }) => !works) && isOpen
  return (
    <Panel {...aboutRecord(props, incident)} size="medium">
      <div className={panel.body}>
        <RecordFacts resource={incidents} record={incident} names={facts} />
        <p>
          {say.stake}{' '}
          {stakes.map(({ amount, currency }) => amountIn(amount, currency)).join(', ') ||
            say.nothing}
        </p>
        {waitsForFix && <p>{incidentMessages.fixFirst}</p>}
        <nav className={panel.inline} aria-label={incidentMessages.actions}>
          {canWrite && retries && retries.payments > 0 && (
            <ButtonLink to={at('retryIncident', incident.id)} size="small" preventScrollReset>
              {incidentMessages.retry(retries.payments)}
            </ButtonLink>
          )}
          {canWrite && links && links.payments > 0 && (
            <ButtonLink
              to={at('linkIncident', incident.id)}
              size="small"
              color="white"
              preventScrollReset
            >
              {incidentMessages.link(links.payments)}
            </ButtonLink>
          )}
          {onlySetup ? (
            <ButtonLink to={setupAddress(onlySetup.id)} size="small" color="white">
              {incidentMessages.openSetup(onlySetup.name)}
            </ButtonLink>
          ) : (
            <ButtonLink to={fix.to} size="small" color="white">
              {fix.label}
            </ButtonLink>
          )}
          <ButtonLink to={paymentsAddress(incident)} size="small" color="white">
            {incidentMessages.showPayments}
          </ButtonLink>
          {isOpen && (
            <>
              <Link to={at('resolve', incident.id)}>{say.resolve}</Link>
              <Link to={at('assignIncident', incident.id)}>{say.assign}</Link>
            </>
          )}
        </nav>
        <Setups setups={setups} />
        <Table
          caption={say.stores}
          rows={touched}
          keyOf={({ id, currency }) => `${id}-${currency}`}
          columns={[
            {
              label: say.store,
              render: ({ id, name }) => <Link to={`/stores/${id}`}>{name}</Link>,
            },
            { label: say.failures, align: 'end', render: ({ failures }) => formatNumber(failures) },
            {
              label: say.atStake,
              align: 'end',
              render: ({ amount, currency }) => amount > 0 && amountIn(amount, currency),
            },
          ]}
        />
      </div>
    </Panel>
  )
}

const resolve: Intent = async ({ api, form, key }) => {
  const resolution = String(form.get('resolution') ?? '').trim()
  const error = fieldError(incidentFields.resolution, resolution || null)
  if (error) throw new Refusal({ resolution: error })
  const incident = await resolveIncident(api, target(form), resolution, key)
  return { notice: 'status-changed', of: recordLink(incidents, incident) }
}

/** Another platform may not offer the call: the incident then shows without it. */
function withoutThisCall(error: unknown): null {
  if (error instanceof ApiFailure && error.status === 404) return null
  throw error
}

/** What opens beside the list of incidents. */
export const panels = {
  incident: {
    Panel: IncidentPanel,
    intents: {},
    async load(work) {
      const incident = await openRecord(work)
      const [touched, payments] = await Promise.all([
        storesOfIncident(work.api, incident.id, work.signal),
        loadIncidentPayments(work.api, incident.id, work.signal).catch(withoutThisCall),
      ])
      return { incident, touched, payments }
    },
  } satisfies PanelCode<Told>,
  resolve: {
    Panel: ({ loaded, ...props }) => (
      <SmallForm
        {...besideList(props)}
        record={loaded}
        of={incidents}
        intent="resolve"
        title={say.resolveTitle}
        buttons={<SendButton>{say.resolve}</SendButton>}
      >
        {(answer) => (
          <AskedInput
            id="resolution"
            name="resolution"
            field={incidentFields.resolution}
            answer={answer}
          />
        )}
      </SmallForm>
    ),
    intents: { resolve },
    load: openRecord,
  } satisfies PanelCode<AnyRecord>,
  assignIncident: ownerPanel({
    resource: incidents,
    intent: 'assignIncident',
    write: assignIncident,
    say,
  }),
}
