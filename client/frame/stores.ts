/*
 * The modules shared by store screens: one chunk, imported after the frame. No other list loads it.
 */
import './signedIn.ts'
import '#shared/areas/stores/stores.ts'
import '#shared/areas/logs/logEntries.ts'
import '#shared/areas/logs/logPeriods.ts'
import '#shared/areas/stores/storeActions.ts'
import '#shared/areas/stores/storeLogsCalls.ts'
import '#shared/areas/stores/storeCopySections.ts'
import '#shared/areas/stores/status/storeStates.ts'
import '../areas/stores/StoreStatus.tsx'
import '#shared/areas/stores/storeUrl.ts'
