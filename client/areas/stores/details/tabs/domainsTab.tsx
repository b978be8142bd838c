import { Form, useNavigation } from 'react-router'
import {
  loadStoreDomain,
  verifyStoreDomain,
} from '#shared/areas/stores/domains/storeDomainCalls.ts'
import type {
  DnsRecord,
  DomainVerification,
  StoreDomain,
  VerifiedRecord,
} from '#shared/areas/stores/domains/storeDomainCalls.ts'
import { loadStoresHost } from '#shared/areas/stores/domains/storesHost.ts'
import { Button, CopyText, Section, Status } from '#client/frame/index.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { SectionFailure } from '../FailureWithRetry.tsx'
import { StoreTabForm } from '../StoreTabForm.tsx'
import { useCanChange, defineTab } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { storeDomainsMessages } from './lazyTabMessages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as layout from '../Store.css.ts'

type DomainsTabData = { own: StoreDomain | PageFailure; host: string | null }
type DomainsTabProps = TabProps<DomainsTabData>

/** The domains by which members reach the store, and whether their DNS records are correct. */
export const domainsTab = defineTab<DomainsTabData>({
  async load({ api, id, signal }) {
    const domain = resolveOrFailure(
      loadStoreDomain(api, id, signal),
      storeDomainsMessages.recordsWhat,
    )
    const [own, host] = await Promise.all([domain, loadStoresHost(api, signal)])
    return { own, host }
  },
  intents: {
    verify: async ({ api, form, key }) => ({
      shown: { verification: await verifyStoreDomain(api, parseRecordVersion(form).id, key) },
    }),
  },
  render: (props) => <DomainsTab {...props} />,
})

function DomainsTab(props: DomainsTabProps) {
  const { own, host } = props.data
  return (
    <>
      {/* A domain belongs to one store, so there is no default to inherit. */}
      <StoreTabForm {...props} host={host} defaults={null} tab="domains" />
      <Section id="dns" title={storeDomainsMessages.records} narrow>
        {isPageFailure(own) ? (
          <SectionFailure failure={own} />
        ) : own.domain === null ? (
          <p className={layout.inset}>{storeDomainsMessages.noDomain}</p>
        ) : (
          <DnsRecords {...props} own={own} domain={own.domain} />
        )}
      </Section>
    </>
  )
}

function DnsRecords({
  own,
  domain,
  store,
  refused,
  writeKey,
  shown,
}: DomainsTabProps & { own: StoreDomain; domain: string }) {
  const { formData } = useNavigation()
  const answer = refused?.intent === 'verify' ? refused : undefined
  const { write } = useCanChange(store)
  const verification = shown?.verification
  const { verifiedAt, problem } = verification ?? own
  return (
    <>
      <div className={panel.body}>
        <p>
          <Status tone={problem === null ? 'good' : 'warn'}>
            <span className={layout.wrap}>
              {problem ??
                (verifiedAt && <Instant at={verifiedAt} format={storeDomainsMessages.verified} />)}
            </span>
          </Status>
        </p>
        <p className={layout.soft}>{storeDomainsMessages.explain(domain)}</p>
        <ul className={layout.records}>
          {own.records.map((record) => (
            <DnsRecordItem
              key={`${record.type} ${record.name}`}
              record={record}
              result={findRecordResult(record, verification)}
            />
          ))}
        </ul>
        <div role="status">
          {verification && (
            <p
              className={
                getVerificationOutcome(verification) === 'allRight' ? layout.good : panel.warning
              }
            >
              {storeDomainsMessages[getVerificationOutcome(verification)]}
            </p>
          )}
        </div>
        {answer?.failure && <FailureText failure={answer.failure} />}
      </div>
      {write && (
        <Form method="post" action={buildStoreUrl(store.id, 'domains')} preventScrollReset>
          <input type="hidden" name="intent" value="verify" />
          <input type="hidden" name="writeKey" value={`${writeKey}-verify`} />
          <FormFooter>
            <Button
              id="verify"
              type="submit"
              color="white"
              loading={formData?.get('intent') === 'verify'}
            >
              {storeDomainsMessages.verify}
            </Button>
          </FormFooter>
        </Form>
      )}
    </>
  )
}

function getVerificationOutcome({ verifiedAt, records }: DomainVerification) {
  if (records.every(({ found }) => found)) return 'allRight'
  return verifiedAt === null ? 'notAll' : 'unanswered'
}

const findRecordResult = (
  { type, name }: DnsRecord,
  verification: DomainVerification | undefined,
) => verification?.records.find((checked) => checked.type === type && checked.name === name)

function DnsRecordItem({
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
        <dt className={layout.soft}>{storeDomainsMessages.type}</dt>
        <dd>{type}</dd>
        <dt className={layout.soft}>{storeDomainsMessages.name}</dt>
        <dd>
          <CopyText text={name} what={`${type} ${storeDomainsMessages.name}`} />
        </dd>
        <dt className={layout.soft}>{storeDomainsMessages.value}</dt>
        <dd>
          <CopyText text={value} what={`${type} ${storeDomainsMessages.value}`} />
        </dd>
        {result && (
          <>
            <dt className={layout.soft}>{storeDomainsMessages.result}</dt>
            <dd>
              <Status tone={result.found ? 'good' : 'bad'}>
                {result.found ? storeDomainsMessages.found : storeDomainsMessages.notFound}
              </Status>
              <p>{result.found ? storeDomainsMessages.right : result.problem}</p>
              {!result.found && result.seen.length > 0 && (
                <p className={layout.soft}>{storeDomainsMessages.seen(result.seen.join(', '))}</p>
              )}
            </dd>
          </>
        )}
      </dl>
    </li>
  )
}
