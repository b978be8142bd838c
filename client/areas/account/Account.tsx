import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import {
  accountPath,
  accountSectionParam,
  buildAccountUrl,
} from '#shared/areas/account/accountUrl.ts'
import { ownProfile } from '#shared/areas/account/ownProfile.ts'
import { getFormContext } from '#client/form/formContext.ts'
import { handleForm } from '#client/form/handleForm.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { IgnoredParams } from '#client/list/filters/IgnoredFilters.tsx'
import { apiContext } from '#client/runtime/contexts.ts'
import { throwAsPageFailure } from '#client/runtime/failures.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { useFocusOnHash } from '#client/ui/focus/useFocusOnHash.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import type { AccountSection } from './accountSection.ts'
import { accountSections, firstSection, isAccountSection } from './sections/sections.ts'
import type { AccountSectionName } from './sections/sections.ts'
import { ownAccountMessages } from './messages.ts'
import * as styles from './account.css.ts'

type AccountData = {
  name: AccountSectionName
  unknownSection: string | null
  data: unknown
  writeKey: string
}

const sectionEntries = Object.entries<AccountSection>(accountSections)

/** Builds the URL of a section. The first one is the page itself. */
const buildSectionUrl = (name: string, { path }: AccountSection) =>
  path ?? buildAccountUrl(name === firstSection ? undefined : name)

/** Finds the section of a URL: by its path, or else by the parameter. */
function findSection({
  pathname,
  searchParams,
}: URL): Pick<AccountData, 'name' | 'unknownSection'> {
  const [ownPathName] = sectionEntries.find(([, { path }]) => path === pathname) ?? []
  const name = ownPathName ?? searchParams.get(accountSectionParam) ?? firstSection
  return isAccountSection(name)
    ? { name, unknownSection: null }
    : { name: firstSection, unknownSection: name }
}

/** Loads the section of the URL. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<AccountData> {
  const url = new URL(request.url)
  const found = findSection(url)
  const section: AccountSection = accountSections[found.name]
  const { signal } = request
  const data = await section
    .load?.({ api: context.get(apiContext), params: url.searchParams, signal })
    .catch((error: unknown) => throwAsPageFailure(error, section.what))
  return { ...found, data: data ?? null, writeKey: createIdempotencyKey() }
}

/** Handles a section's form. It may only use that section's intents. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { name } = findSection(new URL(request.url))
  const section: AccountSection = accountSections[name]
  return handleForm<object>({
    ...getFormContext(context),
    resource: section.resource ?? ownProfile,
    form: await request.formData(),
    intents: section.intents ?? {},
    url: request.url,
    back: buildSectionUrl(name, section),
  })
}

/** The operator's own account. Each section has a tab with its own URL. */
export function Component() {
  const { name, unknownSection, data, writeKey } = useLoaderData<AccountData>()
  const answer = useLastActionData<RejectedForm | object>()
  const refused = answer && 'intent' in answer ? answer : undefined
  const section: AccountSection = accountSections[name]
  useFocusOnHash()
  return (
    <>
      <PageHeader
        tabs={{
          label: ownAccountMessages.sections,
          tabs: sectionEntries.map(([key, one]) => ({
            title: one.title,
            to: buildSectionUrl(key, one),
            current: key === name,
          })),
        }}
      />
      <div className={styles.page}>
        <IgnoredParams
          sentences={unknownSection === null ? [] : [ownAccountMessages.noSection(unknownSection)]}
          forget={accountPath}
        />
        {/* Remounts for another section, so that no input carries over. */}
        <div key={name} className={styles.page}>
          {section.render({ data, refused, shown: refused ? undefined : answer, writeKey })}
        </div>
      </div>
    </>
  )
}
