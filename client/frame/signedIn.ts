/*
 * The frame around a signed-in operator's pages, and the modules that the pages are made of. Every
 * screen except the sign-in page imports it, as does every module that a screen imports
 * dynamically, so esbuild puts it into one shared chunk.
 */
import './everywhere.ts'
import { resources } from '#shared/areas/index.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'
import '#shared/format/currencies.ts'
import '#shared/engine/recordCalls.ts'
import '#shared/engine/fields/validation.ts'
import '#shared/engine/jobs/jobCalls.ts'
import '#shared/engine/jobs/jobsUrl.ts'
import '#shared/format/localTime.ts'
import '#shared/format/regions.ts'
import '#shared/areas/sso/httpsUrl.ts'
import '../integrations/IntegrationStatus.tsx'
import '../runtime/whileVisible.ts'
import '../list/ResourceList.tsx'
import '../list/table/RowMenu.tsx'
import '../list/listAction.ts'
import '../list/listLoader.ts'
import '../list/table/createStateCell.tsx'
import '../integrations/fix/fixParams.ts'
import '../form/storeListUrl.ts'
import '../ui/Badge.tsx'
import '../ui/Section.tsx'
import '../ui/inputs/Select.tsx'
import '../ui/Status.tsx'
import '../ui/inputs/Switch.tsx'
import '../ui/Table.tsx'
import '../ui/focus/useFocusOnHash.ts'

export { loadOverlayData as loader, loadRequestedOverlays } from '../shell/overlays.ts'
export { FailedPage, Frame as Component } from './Frame.tsx'
export { createListScreen } from '../list/createListScreen.tsx'

registerResources(resources)
