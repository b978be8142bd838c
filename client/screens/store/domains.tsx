import { Form, useNavigation } from 'react-router'
import { formatInstant } from '#shared/dates.ts'
import { storeDomain, verifyStoreDomain } from '#shared/stores/storeCalls.ts'
import type {
  DnsRecord,
  DomainVerification,
  StoreDomain,
  VerifiedRecord,
} from '#shared/stores/storeAnswers.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { isPageFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { FailureText } from '#client/list/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Status } from '#client/ui/Status.tsx'
import { CopyText } from './CopyText.tsx'
import { Section, SectionFailure } from './Section.tsx'
import { storeAddress } from './storeAddress.ts'
import { StoreForm } from './StoreForm.tsx'
import { defineTab, orFailure } from './storeTab.tsx'
import type { StoreField, TabProps } from './storeTab.tsx'
import { UnlessHeld } from './UnlessHeld.tsx'
import * as panel from '#client/list/Panel.css.ts'
import * as styles from '../Store.css.ts'

const say = storeMessages.domains
const fields: readonly StoreField[] = ['subdomain', 'domain']

type Props = TabProps<StoreDomain | PageFailure>

/** Under which names members reach the store, and whether DNS says so too. */
export const domains = defineTab<StoreDomain | PageFailure>({
  title: storeMessages.tabs.domains,
  fields,
  load: ({ api, id, signal }) => orFailure(storeDomain(api, id, signal), say.recordsWhat),
  intents: {
    verify: async ({ api, id, key }) => ({ verification: await verifyStoreDomain(api, id, key) }),
  },
  render: (props) => <Domains {...props} />,
})

function Domains(props: Props) {
  const { data } = props
  return (
    <>
      <StoreForm {...props} tab="domains" fields={fields} />
      <Section id="dns" title={say.records}>
        {isPageFailure(data) ? (
          <SectionFailure failure={data} />
        ) : data.domain === null ? (
          <p className={styles.inset}>{say.noDomain}</p>
        ) : (
          <Records {...props} own={data} domain={data.domain} />
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
  const verification = shown?.verification
  const verifiedAt = verification ? verification.verifiedAt : own.verifiedAt
  return (
    <>
      <div className={panel.body}>
        <p>
          <Status tone={verifiedAt ? 'good' : 'warn'}>
            <span className={styles.wrap}>
              {verifiedAt ? say.verified(formatInstant(verifiedAt)) : say.unverified}
            </span>
          </Status>
        </p>
        <p className={styles.soft}>{say.explain(domain)}</p>
        <ul className={styles.records}>
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
            <p className={verification.verifiedAt ? styles.good : panel.warning}>
              {verification.verifiedAt ? say.allRight : say.notAll}
            </p>
          )}
        </div>
        {answer?.failure && <FailureText failure={answer.failure} />}
      </div>
      <UnlessHeld store={store}>
        <Form
          method="post"
          action={storeAddress(store.id, 'domains')}
          className={panel.bar}
          preventScrollReset
        >
          <input type="hidden" name="intent" value="verify" />
          <input type="hidden" name="writeKey" value={`${writeKey}-verify`} />
          <Button type="submit" loading={formData?.get('intent') === 'verify'}>
            {say.verify}
          </Button>
        </Form>
      </UnlessHeld>
    </>
  )
}

const resultOf = ({ type, name }: DnsRecord, verification: DomainVerification | undefined) =>
  verification?.records.find((checked) => checked.type === type && checked.name === name)

/** One record to copy, and how DNS has it where that was asked. */
function RecordEntry({
  record,
  result,
}: {
  record: DnsRecord
  result: VerifiedRecord | undefined
}) {
  const { type, name, value } = record
  return (
    <li className={styles.record}>
      <dl className={styles.recordFacts}>
        <dt className={styles.soft}>{say.type}</dt>
        <dd>{type}</dd>
        <dt className={styles.soft}>{say.name}</dt>
        <dd>
          <CopyText text={name} what={`${type} ${say.name}`} />
        </dd>
        <dt className={styles.soft}>{say.value}</dt>
        <dd>
          <CopyText text={value} what={`${type} ${say.value}`} />
        </dd>
        {result && (
          <>
            <dt className={styles.soft}>{say.result}</dt>
            <dd>
              <Status tone={result.found ? 'good' : 'bad'}>
                {result.found ? say.found : say.notFound}
              </Status>
              <p>{result.found ? say.right : result.problem}</p>
              {!result.found && result.seen.length > 0 && (
                <p className={styles.soft}>{say.seen(result.seen.join(', '))}</p>
              )}
            </dd>
          </>
        )}
      </dl>
    </li>
  )
}
