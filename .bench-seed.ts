import { openEmbedded } from '/work/main/server/platform/database.ts'
import { migrate } from '/work/main/server/platform/migrations/index.ts'
import { seedEmptyDatabase } from '/work/main/server/platform/seed/seed.ts'
import { seedSizes } from '/work/main/server/platform/seed/seedSize.ts'
import { demoData } from '/work/main/server/platform/seed/demoData.ts'
import { sql } from '/work/main/node_modules/kysely/dist/index.js'
const t=(l:string)=>{const n=performance.now();console.log(l,Math.round(n-last));last=performance.now()}
let last=performance.now()
const next=Object.fromEntries(['organisations','stores','memberGroups','members','orders','paymentAttempts','creditEntries','giftCards'].map(n=>[n,1])) as any
const counts:any={}
for(const b of demoData({seed:7,now:new Date(),size:seedSizes.full,next,themes:[{id:1,status:'published'}],taken:new Set()})) counts[b.table]=(counts[b.table]??0)+b.rows.length
t('generate'); console.log(counts)
const {db,close}=await openEmbedded({folder:'/tmp/s/db'+process.pid})
t('open')
await migrate(db); t('migrate')
await seedEmptyDatabase({db,now:()=>new Date()},'x@example.com',seedSizes.full)
t('seed')
await seedEmptyDatabase({db,now:()=>new Date()},'x@example.com',seedSizes.full)
t('again')
await close()
t('close')
