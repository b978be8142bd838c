import { Form, useNavigation } from 'react-router'
import { storeDomain, verifyStoreDomain } from '#shared/areas/stores/domains/storeDomainsCalls.ts'
import type {
  DnsRecord,
  DomainVerification,
  StoreDomain,
  VerifiedRecord,
} from '#shared/areas/stores/domains/storeDomainsCalls.ts'
import { storesHost } from '#shared/areas/stores/domains/storesHost.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { target } from '#client/form/saveChanges.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { Button } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Status } from '#client/ui/Status.tsx'
import { CopyText } from '#client/ui/texts/CopyText.tsx'
import { Section } from '#client/ui/Section.tsx'
import { SectionFailure } from '../PartFailure.tsx'
import { StoreForm } from '../StoreForm.tsx'
import { useMayChange, defineTab } from './storeTab.tsx'
import type { StoreField, TabProps } from './storeTab.tsx'
import { storeDomainsMessages } from './rareWords.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as layout from '../Store.css.ts'

const say = storeDomainsMessages
const fields: readonly StoreField[] = ['subdomain', 'domain']

type Names = { own: StoreDomain | PageFailure; host: string | null }
type Props = TabProps<Names>

/** Under which names members reach the store, and whether DNS says so too. */
export const domains = defineTab<Names>({
  fields,
  async load({ api, id, signal }) {
    const domain = orFailure(storeDomain(api, id, signal), say.recordsWhat)
    const [own, host] = await Promise.all([domain, storesHost(api, signal)])
    return { own, host }
  },
  intents: {
    verify: async ({ api, form, key }) => ({
      shown: { verification: await verifyStoreDomain(api, target(form).id, key) },
    }),
  },
  render: (props) => <Domains {...props} />,
})

function Domains(props: Props) {
  const { own, host } = props.data
  return (
    <>
      {/* No default supplies a name that one store alone has. */}
      <StoreForm {...props} {...{ fields, host }} defaults={null} tab="domains" />
      <Section id="dns" title={say.records} narrow>
        {isPageFailure(own) ? (
          <SectionFailure failure={own} />
        ) : own.domain === null ? (
          <p className={layout.inset}>{say.noDomain}</p>
        ) : (
          <Records {...props} own={own} domain={own.domain} />
        )}
      </Section>
    </>
  )
}

function Records({
  own,
  domain,
  store,
  refused,
  writeKey,
  shown,
}: Props & { own: StoreDomain; domain: string }) {
  const { formData } = useNavigation()
  const answer = refused?.intent === 'verify' ? refused : undefined
  const { write } = useMayChange(store)
  const verification = shown?.verification
  const { verifiedAt, problem } = verification ?? own
  return (
    <>
      <div className={panel.body}>
        <p>
          <Status tone={problem === null ? 'good' : 'warn'}>
            <span className={layout.wrap}>
              {problem ?? (verifiedAt && <Instant at={verifiedAt} say={say.verified} />)}
            </span>
          </Status>
        </p>
        <p className={layout.soft}>{say.explain(domain)}</p>
        <ul className={layout.records}>
          {own.records.map((record) => (
            <RecordEntry
              key={`${record.type} ${record.name}`}
              record={record}
              result={resultOf(record, verification)}
            />
          ))}
        </ul>
        <div role="status">
          {verification && (
            <p className={outcomeOf(verification) === 'allRight' ? layout.good : panel.warning}>
              {say[outcomeOf(verification)]}
            </p>
          )}
        </div>
        {answer?.failure && <FailureText failure={answer.failure} />}
      </div>
      {write && (
        <Form method="post" action={storeAddress(store.id, 'domains')} preventScrollReset>
          <input type="hidden" name="intent" value="verify" />
          <input type="hidden" name="writeKey" value={`${writeKey}-verify`} />
          <FormFooter>
            <Button
              id="verify"
              type="submit"
              color="white"
              loading={formData?.get('intent') === 'verify'}
            >
              {say.verify}
            </Button>
          </FormFooter>
        </Form>
      )}
    </>
  )
}

function outcomeOf({ verifiedAt, records }: DomainVerification) {
  if (records.every(({ found }) => found)) return 'allRight'
  return verifiedAt === null ? 'notAll' : 'unanswered'
}

const resultOf = ({ type, name }: DnsRecord, verification: DomainVerification | undefined) =>
  verification?.records.find((checked) => checked.type === type && checked.name === name)

function RecordEntry({
  record,
  result,
}: {
  record: DnsRecord
  result: VerifiedRecord | undefined
}) {
  const { type, name, value } = record
  return (
    <li className={layout.record}>
      <dl className={layout.recordFacts}>
        <dt className={layout.soft}>{say.type}</dt>
        <dd>{type}</dd>
        <dt className={layout.soft}>{say.name}</dt>
        <dd>
          <CopyText text={name} what={`${type} ${say.name}`} />
        </dd>
        <dt className={layout.soft}>{say.value}</dt>
        <dd>
          <CopyText text={value} what={`${type} ${say.value}`} />
        </dd>
        {result && (
          <>
            <dt className={layout.soft}>{say.result}</dt>
            <dd>
              <Status tone={result.found ? 'good' : 'bad'}>
                {result.found ? say.found : say.notFound}
              </Status>
              <p>{result.found ? say.right : result.problem}</p>
              {!result.found && result.seen.length > 0 && (
                <p className={layout.soft}>{say.seen(result.seen.join(', '))}</p>
              )}
            </dd>
          </>
        )}
      </dl>
    </li>
  )
}
