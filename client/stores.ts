/*
 * What the screens of stores have in common. Each of them imports it after the frame, so that it is one chunk of theirs, and
 * no other list pays for it.
 */
import './signedIn.ts'
import '#shared/resources/members.ts'
import '#shared/resources/stores.ts'
import '#shared/stores/duplicateStore.ts'
import '#shared/stores/storeLogs.ts'
import '#shared/stores/storeSections.ts'
import '#shared/stores/storeStates.ts'
import './stores/Contrast.tsx'
import './stores/StatusPanel.tsx'
import './stores/StoreStatus.tsx'
import './stores/changeIntents.ts'
import './stores/loadDefaults.ts'
import './stores/statusReadiness.ts'
import './stores/storeAddress.ts'
