/* What the forms of stores have in common: one chunk of the screens and panels that hold one. */
import './forms.ts'
import './stores.ts'
import '#shared/stores/duplicateStore.ts'
import './stores/Contrast.tsx'
import './stores/StatusPanel.tsx'
import './stores/changeIntents.ts'
import './stores/loadDefaults.ts'
import './stores/statusReadiness.ts'
