import type { SpeechActs } from '../speech-acts.ts'

const b = '(?<!\\p{L})'
const e = '(?!\\p{L})'

export const russian: SpeechActs = {
  stop: 'и в не на что с по как для это от из но вы или за к при если может его ы я так',
  apology: `${b}(?:извин\\p{L}+|прост(?:ите|и)${e}|к сожалению|прошу прощения|сожале\\p{L}+|приношу)`,
  decline: `${b}(?:не (?:могу|можем|смогу|сможем|буду|будем|стану|хочу|имею (?:права|возможности|доступа)|в состоянии|способ\\p{L}+|вправе|должен|должна|уполномоч\\p{L}+|готов\\p{L}*|предоставля\\p{L}+|разреш\\p{L}+|предназнач\\p{L}+|запрограммирован\\p{L}*)|вынужден\\p{L}* отказ\\p{L}+|отказыва\\p{L}+|я против|(?:могу|умею) (?:помочь )?только|у меня нет (?:доступа|возможности|информации|права)|мне (?:запрещено|не разрешено|нельзя)|невозможно (?:выполнить|предоставить)|воздержусь)`,
  policy: `${b}(?:(?:против|наруша\\p{L}+|противореч\\p{L}+) (?:\\p{L}+ ){0,4}(?:правил|политик|принцип|этик|этическ|норм|закон)|незаконн\\p{L}+|противозаконн\\p{L}+|неэтичн\\p{L}+|вредн\\p{L}+|опасн\\p{L}+|недопустим\\p{L}+|неприемлем\\p{L}+|преступлен\\p{L}+|уголовн\\p{L}+|оскорбительн\\p{L}+|этичн\\p{L}+)`,
  identity: `${b}(?:как|я) (?:всего лишь |просто )?(?:языковая модель|искусственный интеллект|ии|ассистент|нейросет\\p{L}+|ии-\\p{L}+|чат-?бот)${e}`,
  redirect: `${b}(?:вместо этого|могу (?:помочь|предложить|рассказать)|обратит(?:есь|ься)|давайте|если (?:вам|у вас|вы)|рекоменду\\p{L}+|советую|чем (?:ещ[её]|я могу)|с удовольствием)`,
}

export const ukrainian: SpeechActs = {
  stop: 'і в не на що з як для це від та але ви або за до при якщо його я так є у ми',
  apology: `${b}(?:вибач\\p{L}+|перепрошу\\p{L}+|на жаль|пробачте|шкода)`,
  decline: `${b}(?:не (?:можу|можемо|зможу|буду|маю (?:права|можливості|доступу)|в змозі|здатн\\p{L}+|надаю|хочу|уповноважен\\p{L}*)|відмовля\\p{L}+|мушу відмов\\p{L}+|можу (?:допомогти )?лише|мені (?:заборонено|не дозволено))`,
  policy: `${b}(?:(?:проти|порушу\\p{L}+|супереч\\p{L}+) (?:\\p{L}+ ){0,4}(?:правил|політик|принцип|етичн|закон)|незаконн\\p{L}+|неетичн\\p{L}+|шкідлив\\p{L}+|небезпечн\\p{L}+|неприйнятн\\p{L}+)`,
  identity: `${b}(?:як|я) (?:лише )?(?:мовна модель|штучний інтелект|ші|асистент|чат-?бот)${e}`,
  redirect: `${b}(?:натомість|можу (?:допомогти|запропонувати)|зверніться|якщо (?:вам|у вас|ви)|рекоменду\\p{L}+)`,
}

export const polish: SpeechActs = {
  stop: 'i w nie na się z to jest do że o jak ale po co od za dla czy przez są być może te tym',
  apology: `${b}(?:przykro mi|przepraszam|niestety|wybacz\\p{L}*|przeprosin\\p{L}*)`,
  decline: `${b}(?:nie (?:mogę|możemy|mog[łl]\\p{L}+|jestem w stanie|będę|wolno mi|potrafię|powinienem|powinnam|zamierzam|chcę|udzielę|pomogę|podam|mam (?:dostępu|możliwości|uprawnień|prawa)|jest (?:możliwe|dozwolone)|jestem (?:upoważnion|zaprogramowan))|odmawiam|muszę odmówić|wolę nie|mogę (?:pomóc )?tylko)`,
  policy: `${b}(?:(?:niezgodn\\p{L}+|narusza\\p{L}*|wbrew|sprzeczn\\p{L}+) (?:\\p{L}+ ){0,4}(?:zasad|polityk|wytyczn|praw)|nielegaln\\p{L}+|nieetyczn\\p{L}+|szkodliw\\p{L}+|niebezpieczn\\p{L}+|niestosown\\p{L}+|przestępstw\\p{L}+)`,
  identity: `${b}(?:jako|jestem) (?:tylko )?(?:model\\p{L}* językow\\p{L}+|sztuczn\\p{L}+ inteligencj\\p{L}+|asystent\\p{L}*|ai|chatbot\\p{L}*)${e}`,
  redirect: `${b}(?:zamiast tego|chętnie (?:pomogę|odpowiem)|jeśli (?:potrzebujesz|masz|chcesz)|mogę (?:natomiast|jednak|pomóc)|zalecam|skontaktuj)`,
}

export const czech: SpeechActs = {
  stop: 'a v je na se to že s z do pro jako ale o by jsou za po které nebo ve být si tak',
  apology: `${b}(?:omlouvám se|je mi líto|bohužel|promiňte|lituji|litujeme)`,
  decline: `${b}(?:nem(?:ohu|ůžu|ohl\\p{L}*|ůžeme)|nejsem (?:schop\\p{L}+|oprávn\\p{L}+|naprogramov\\p{L}+)|nebudu|nesmím|odmítám|musím odmítnout|nechci|neposkytuji|neposkytnu|nemám (?:přístup|oprávnění|možnost)|není možné|mohu (?:pomoci )?pouze)`,
  policy: `${b}(?:(?:v rozporu|proti|porušuj\\p{L}*) (?:\\p{L}+ ){0,4}(?:zásad|pravid|pokyn|zákon)|nezákonn\\p{L}+|nelegáln\\p{L}+|neetick\\p{L}+|škodliv\\p{L}+|nebezpečn\\p{L}+|nevhodn\\p{L}+)`,
  identity: `${b}(?:jako|jsem) (?:pouze )?(?:jazykový model|umělá inteligence|asistent|ai)${e}`,
  redirect: `${b}(?:místo toho|rád\\p{L}? (?:pomohu|vám)|pokud (?:potřebujete|máte|chcete)|mohu (?:vám|však)|doporučuji)`,
}

export const hungarian: SpeechActs = {
  stop: 'a az és hogy nem is egy van ez de ha meg csak mint vagy el még már ki azt ezt',
  apology: `${b}(?:sajnál\\p{L}+|elnézést|sajnos|bocsánat\\p{L}*)`,
  decline: `${b}(?:nem (?:tud(?:ok|om|unk)|segíthetek|áll módomban|vagyok (?:képes|jogosult|hajlandó)|adhatok|adhatom|teljesíthet\\p{L}+|fogok|szeretnék|válaszolhatok|oszthatok|lehetséges|engedélyezett)|elutasít\\p{L}+|visszautasít\\p{L}+|megtagad\\p{L}+|nincs (?:hozzáférésem|jogom|lehetőségem)|csak (?:abban )?tudok)`,
  policy: `${b}(?:irányelv\\p{L}*|szabályza?t?\\p{L}*|sérti\\p{L}*|törvénytelen\\p{L}*|illegális\\p{L}*|etikátlan\\p{L}*|káros\\p{L}*|veszélyes\\p{L}*|helytelen\\p{L}*)`,
  identity: `${b}(?:mesterséges intelligenci\\p{L}*|nyelvi modell\\p{L}*|asszisztens\\p{L}*)`,
  redirect: `${b}(?:helyette|szívesen (?:segít|válaszol)\\p{L}*|ha (?:szüksége|szeretné|van kérdése|bármi)|javaslom|ajánlom)`,
}

export const finnish: SpeechActs = {
  stop: 'ja on ei se että en oli hän mutta ovat kun niin tai sen joka myös jos kuin voi',
  apology: `${b}(?:olen pahoillani|valitettavasti|anteeksi|pahoittel\\p{L}+)`,
  decline: `${b}(?:en (?:voi|pysty|saa|aio|kykene|halua|ole (?:valtuutettu|ohjelmoitu))${e}|emme (?:voi|pysty)|kieltäydyn|joudun kieltäytymään|minulla ei ole (?:pääsyä|oikeutta|mahdollisuutta)|ei ole (?:mahdollista|sallittua)|voin (?:auttaa )?vain)`,
  policy: `${b}(?:(?:vastoin|rikkoo|vastais\\p{L}*) (?:\\p{L}+ ){0,3}(?:ohje|käytäntö|periaat|sääntö|laki)\\p{L}*|laiton\\p{L}*|laittom\\p{L}*|epäeetti\\p{L}*|haitalli\\p{L}*|vaaralli\\p{L}*|sopimaton\\p{L}*)`,
  identity: `${b}(?:tekoäly\\p{L}*|kielimalli\\p{L}*)`,
  redirect: `${b}(?:sen sijaan|autan mielelläni|voin (?:kuitenkin|auttaa)|jos (?:tarvitset|haluat|sinulla)|suosittelen)`,
}

export const greek: SpeechActs = {
  stop: '',
  apology: 'λυπάμαι|συγγν[ώω]μη|δυστυχ[ώω]ς|ζητώ συγγνώμη|με συγχωρείτε',
  decline:
    'δεν (?:μπορ[ώω]|μπορούμε|είμαι σε θέση|επιτρέπεται|μου επιτρέπεται|πρόκειται|θα (?:σας |σε |το )?(?:βοηθήσω|δώσω|παρέχω|απαντήσω|γράψω)|έχω (?:πρόσβαση|άδεια)|παρέχω|είναι δυνατόν)|αρνούμαι|πρέπει να αρνηθώ|μπορώ μόνο',
  policy: '(?:αντίθετ\\p{L}*|παραβιάζ\\p{L}*|ενάντια)|παράνομ\\p{L}*|ανήθικ\\p{L}*|επιβλαβ\\p{L}*|επικίνδυν\\p{L}*|ακατάλληλ\\p{L}*',
  identity: '(?:ως|είμαι) (?:ένα )?(?:γλωσσικό μοντέλο|τεχνητή νοημοσύνη|μοντέλο|βοηθός)',
  redirect: 'αντ[ίι]? (?:αυτού|για)|αν (?:χρειάζεσ|θέλ|έχ)\\p{L}*|μπορώ (?:όμως|να (?:σας|σε) βοηθήσω)|προτείνω',
}

export const turkish: SpeechActs = {
  stop: 've bir bu için ile de da ne çok olarak daha gibi var mı olan en kadar ama değil veya',
  apology: `${b}(?:üzgünüm|özür dilerim|maalesef|kusura bakma\\p{L}*|ne yazık ki|üzülerek)`,
  decline: `\\p{L}{2,}(?:[ae]mam|[ae]m[ae]m|[aeıiuü]m[ıiuü]yorum|[ae]mıyorum|[ae]miyorum|[ae]mayız|[ae]meyiz|[ae]mıyoruz|[ae]miyoruz|mayacağım|meyeceğim)${e}|mümkün değil|${b}(?:reddediyorum|reddetmek zorunda|izin verilm\\p{L}+|yetkim yok|erişimim yok|uygun değil(?:dir)?${e}|yalnızca .{0,40}yardımcı olabilirim|sadece .{0,40}yardımcı olabilirim)`,
  policy: `(?:politika|kural|ilke|yönerge|yasa)\\p{L}* (?:aykırı|ihlal|karşı)|${b}(?:yasa ?dışı|etik (?:değil|olmayan)|zararlı|tehlikeli|uygunsuz|suç${e})`,
  identity: `${b}(?:bir )?(?:yapay zek[aâ]|dil modeli)\\p{L}*`,
  redirect: `${b}(?:bunun yerine|yardımcı olabilirim|isterseniz|isterseni?|önerir\\p{L}+|başka (?:bir|nasıl)|memnuniyet\\p{L}+)`,
}
