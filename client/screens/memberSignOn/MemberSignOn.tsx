import '#client/integrations.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { memberSignOns } from '#shared/resources/memberSignOns.ts'
import { stores } from '#shared/resources/stores.ts'
import { appFilesOf } from '#shared/signOn/appFiles.ts'
import type { AppFiles } from '#shared/signOn/appFiles.ts'
import { setupScreen } from '#client/integrations/setupScreen.tsx'
import { PhoneFiles } from './PhoneFiles.tsx'
import { memberSignOnWords as say } from './words.ts'

type More = { store: string; files: AppFiles }

/** How members sign in to the app of a store: settings, tests, and the files by which phones know the app. */
export const { loader, action, Component } = setupScreen<More>({
  resource: memberSignOns,
  title: ({ more }) => say.title(more.store),
  async load({ api, resource, signal }, record) {
    const [store, files] = await Promise.all([
      readRecord(api, stores, resource.place?.id ?? 0, signal),
      record ? appFilesOf(api, record.id, signal) : [],
    ])
    return { store: labelOf(stores, store), files }
  },
  facts: ({ record }) =>
    record
      ? [
          { name: say.app, value: String(record['name']) },
          { name: say.provider, value: URL.parse(String(record['issuer']))?.host ?? '' },
        ]
      : [],
  below: ({ more: { files } }) => <PhoneFiles files={files} />,
})
