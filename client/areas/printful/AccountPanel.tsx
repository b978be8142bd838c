import type { ReactNode } from 'react'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PrintfulAccount, PrintfulEvent } from '#shared/areas/printful/printfulCalls.ts'
import { missingScopes } from '#shared/areas/printful/scopes.ts'
import { printfulEvents } from '#shared/areas/printful/messages.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import type { Refused } from '#client/form/answerForm.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { EventResult } from '#client/integrations/EventResult.tsx'
import { SectionForm } from '#client/integrations/SectionForm.tsx'
import { Section } from '#client/ui/Section.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { aboutRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Status } from '#client/ui/Status.tsx'
import { Table } from '#client/ui/Table.tsx'
import type { Column } from '#client/ui/Table.tsx'
import * as panel from '#client/form/Panel.css.ts'
import { storeFields } from './intents.ts'
import { printfulWords as say } from './words.ts'

export type Account = { record: AnyRecord; account: PrintfulAccount }

/** What Printful told of an account: its token's scopes, which of our stores its stores are, their webhooks and events. */
export function AccountPanel({
  resource,
  view,
  data,
  refused,
  loaded,
  bar,
}: PanelProps<Account> & { bar: ReactNode }) {
  const { record, account } = loaded
  const { address, scopes, storesAt, stores, events } = account
  const form = { record, refused, writeKey: data.writeKey, may: useMay()(resource, 'write') }
  return (
    <Panel {...aboutRecord({ resource, view }, record)} size="large">
      <div className={panel.body}>
        {bar}
        <Section id="token" title={say.token}>
          <SectionForm {...form} intent="fetch" button={say.fetch}>
            {() => <Scopes scopes={scopes} />}
          </SectionForm>
        </Section>
        <Section id="stores" title={say.stores}>
          {stores.length > 0 ? (
            <SectionForm {...form} intent="map" button={say.save} color="primary">
              {(answer) => <StoreMap account={account} answer={answer} />}
            </SectionForm>
          ) : (
            <p className={`${setup.inset} ${setup.soft}`}>
              {storesAt ? say.noStores : say.notRead}
            </p>
          )}
        </Section>
        <Section id="webhooks" title={say.webhooks}>
          <SectionForm {...form} intent="repair" button={say.repair} reachWords={say.replace}>
            {() => (
              <>
                {address === null ? (
                  <p className={setup.warning}>{say.noAddress}</p>
                ) : (
                  <p>
                    {say.address} <code className={setup.told}>{address}</code>
                  </p>
                )}
                <p className={setup.soft}>{say.wanted(Object.values(printfulEvents).join(', '))}</p>
              </>
            )}
          </SectionForm>
        </Section>
        <Section id="events" title={say.events}>
          <Table
            caption={say.newestFirst}
            columns={columns}
            rows={events}
            keyOf={({ id }) => id}
            empty={<p className={`${setup.inset} ${setup.soft}`}>{say.noEvents}</p>}
          />
        </Section>
      </div>
    </Panel>
  )
}

function Scopes({ scopes }: Pick<PrintfulAccount, 'scopes'>) {
  if (!scopes) return <p className={setup.soft}>{say.notRead}</p>
  const missing = missingScopes(scopes.found)
  return (
    <>
      <p className={setup.soft}>
        {say.scopesAt} <Instant at={scopes.at} />.
      </p>
      <p>
        {say.found}: {scopes.found.join(', ') || say.none}.
      </p>
      <p>
        <Status tone={missing.length > 0 ? 'bad' : 'good'}>
          {missing.length > 0 ? say.missing(missing.join(', ')) : say.enough}
        </Status>
      </p>
      {missing.length > 0 && <p className={setup.warning}>{say.newToken}</p>}
    </>
  )
}

type MapProps = { account: PrintfulAccount; answer: Refused | undefined }

function StoreMap({ account: { stores, storesAt }, answer }: MapProps) {
  return (
    <>
      <p className={setup.soft}>
        {say.storesExplain}{' '}
        {storesAt && (
          <>
            {say.storesAt} <Instant at={storesAt} />.
          </>
        )}
      </p>
      {answer?.errors['storeMap'] && (
        <p className={setup.bad} role="alert">
          {answer.errors['storeMap']}
        </p>
      )}
      {stores.map(({ theirs, name, ours, fault }) => {
        const fields = storeFields([{ theirs, name }])
        const known = ours ? say.webhook(fault) : say.notOurs
        return Object.entries(fields).map(([input, field]) => (
          <FieldInput
            key={input}
            id={`map-${input}`}
            name={input}
            field={field}
            hint={name === null ? say.gone : known}
            value={answer ? answer.values[input] : ours && { id: ours.id, label: ours.name }}
            error={answer?.errors[input]}
            choices={answer?.choices?.[input]}
          />
        ))
      })}
    </>
  )
}

const kinds: Readonly<Record<string, string>> = printfulEvents

const columns: Column<PrintfulEvent>[] = [
  { label: say.event, render: ({ kind }) => kinds[kind] ?? kind },
  { label: say.store, render: ({ theirs }) => theirs },
  { label: say.received, render: ({ receivedAt }) => <Instant at={receivedAt} /> },
  { label: say.outcome, render: (event) => <EventResult {...event} /> },
]
