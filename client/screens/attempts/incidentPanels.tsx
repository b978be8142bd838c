import '#client/forms.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import type { Gateway, Reason } from '#shared/payments/attempts.ts'
import {
  assignIncident,
  fixOf,
  incidentFields,
  resolveIncident,
  storesOfIncident,
} from '#shared/payments/incidents.ts'
import type { Touched } from '#shared/payments/incidents.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { formatNumber } from '#shared/numbers.ts'
import { incidents } from '#shared/resources/incidents.ts'
import { useMay } from '#client/ConsoleContext.tsx'
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
import { Table } from '#client/ui/Table.tsx'
import { amountIn, attemptsWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'

type Told = { incident: AnyRecord; touched: Touched[] }
type Stake = { currency: string; amount: number }

const facts = ['status', 'openedAt', 'lastAt', 'failures', 'ownerId', 'resolvedAt', 'resolution']

/** An incident: its one mend, what is at stake, and in which stores. */
function IncidentPanel({ loaded: { incident, touched }, ...props }: PanelProps<Told>) {
  const may = useMay()
  const at = panelAddresses(incidents, props.view)
  // The platform answers records of this definition.
  const fix = fixOf({
    reason: incident['reason'] as Reason,
    gateway: incident['gateway'] as Gateway,
  })
  const stakes = ((incident['stakes'] ?? []) as Stake[]).filter(({ amount }) => amount > 0)
  const isOpen = incident['status'] === 'open' && may(incidents, 'write')
  return (
    <Panel {...aboutRecord(props, incident)} size="medium">
      <div className={panel.body}>
        <RecordFacts resource={incidents} record={incident} names={facts} />
        <p>
          {say.stake}{' '}
          {stakes.map(({ amount, currency }) => amountIn(amount, currency)).join(', ') ||
            say.nothing}
        </p>
        <p>
          <ButtonLink to={fix.to}>{fix.label}</ButtonLink>
        </p>
        {isOpen && (
          <p>
            <Link to={at('resolve', incident.id)}>{say.resolve}</Link> ·{' '}
            <Link to={at('assignIncident', incident.id)}>{say.assign}</Link>
          </p>
        )}
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

/** What opens beside the list of incidents. */
export const panels = {
  incident: {
    Panel: IncidentPanel,
    intents: {},
    async load(work) {
      const incident = await openRecord(work)
      return { incident, touched: await storesOfIncident(work.api, incident.id, work.signal) }
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
