/*
 * What the screens of stores, and of what belongs to stores, have in common. Each of them imports it after the frame, so that
 * it is one chunk of theirs, and no other list pays for it.
 */
import './signedIn.ts'
import '#shared/resources/stores.ts'
import '#shared/resources/logEntries.ts'
import '#shared/logs/logPeriods.ts'
import '#shared/stores/storeLogsCalls.ts'
import '#shared/stores/storeSections.ts'
import '#shared/stores/storeStates.ts'
import './integrations/IntegrationStatus.tsx'
import './stores/StoreStatus.tsx'
import './stores/storeAddress.ts'
import './ui/Badge.tsx'
