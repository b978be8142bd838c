/*
 * What stands around the pages of a signed-in operator, and what they are made of. Every screen but the sign-in page
 * imports it, and so does what a screen imports dynamically: esbuild puts it into one chunk, which all of them share.
 */
import './everywhere.ts'
import '#shared/currencies.ts'
import '#shared/engine/recordCalls.ts'
import '#shared/engine/validation.ts'
import '#shared/mail/mailReference.ts'
import '#shared/stores/storeReference.ts'
import '#shared/users/owner.ts'
import './integrations/IntegrationStatus.tsx'
import './list/ResourceList.tsx'
import './list/RowMenu.tsx'
import './list/listAction.ts'
import './list/listLoader.ts'
import './list/stateCell.tsx'
import './ui/Badge.tsx'
import './ui/Select.tsx'
import './ui/Status.tsx'
import './ui/Switch.tsx'
import './ui/Table.tsx'
import './ui/useFocusOnHash.ts'

export { frameLoader as loader, loadAsked } from './shell/asked.ts'
export { FailedPage, Frame as Component } from './shell/Frame.tsx'
export { plainScreen } from './list/plainScreen.tsx'
