/*
 * What the screens behind the sign-in have in common: calls, cells and the stores, which most of them name.
 * Nothing imports this file: the build adds it to those that have it (scripts/fewChunks.mjs).
 */
import '#shared/recordCalls.ts'
import '#shared/resources/stores.ts'
import '#shared/stores/storeStates.ts'
import '../idempotencyKey.ts'
import '../list/CellValue.tsx'
import '../list/Pager.css.ts'
import '../screens/store/storeAddress.ts'
import '../screens/stores/StoreStatus.tsx'
import '../screens/stores/panelNames.ts'
import '../shell/menuIcons.ts'
import '../ui/Select.tsx'
import '../ui/Status.tsx'
