import type { SpeechActs } from '../speech-acts.ts'

const b = '(?<!\\p{L})'
const e = '(?!\\p{L})'

export const german: SpeechActs = {
  stop: 'der die das und ist nicht ein eine zu den mit von für auf sich dem im es auch als an werden bei oder wie sie ich',
  apology: `${b}(?:tut mir (?:sehr |wirklich )?leid|entschuldig\\p{L}*|leider|bedau[e]?re?|verzeih\\p{L}*|bedauerlicherweise|sorry)`,
  decline: `${b}(?:(?:ich|wir) (?:kann|könnte|darf|werde|möchte|will|können|dürfen|werden|würde|sollte) (?:\\p{L}+,? ){0,8}?(?:nicht|keine?[nmrs]?|weder|nur)${e}|(?:kann|darf|werde|möchte) ich (?:\\p{L}+,? ){0,6}?(?:nicht|keine?[nmrs]?|nur)${e}|(?:bin|sind) (?:\\p{L}+ ){0,2}?nicht (?:in der lage|befugt|programmiert|berechtigt|bereit|dafür|dazu|autorisiert)|nicht in der lage|(?:ich )?(?:lehne|muss|verweigere|weigere) (?:\\p{L}+ ){0,4}?(?:ab|ablehnen|mich|das|dies)${e}|ist (?:mir )?(?:leider )?nicht (?:möglich|gestattet|erlaubt)|ich habe keinen? (?:zugriff|zugang|möglichkeit|informationen)|ich gebe (?:\\p{L}+ ){0,4}?nicht)`,
  policy: `${b}(?:(?:gegen|verst(?:o|ö)(?:ß|ss)\\p{L}*|verletz\\p{L}*) (?:\\p{L}+ ){0,4}(?:richtlinie|grundsätz|regeln|nutzungsbeding|gesetz|prinzipien)|illegal\\p{L}*|unethisch\\p{L}*|strafbar\\p{L}*|schädlich\\p{L}*|gefährlich\\p{L}*|unangemessen\\p{L}*|verboten\\p{L}*|diskriminier\\p{L}*|ethisch\\p{L}*|respektvoll\\p{L}*|beleidigend\\p{L}*)`,
  identity: `${b}(?:als|bin) (?:eine? |nur eine? )?(?:ki|künstliche intelligenz|sprachmodell|ki-\\p{L}+|chatbot|assistent)${e}`,
  redirect: `${b}(?:stattdessen|gern[e]? (?:helfe|kann|unterstütze|beantworte)|wenn (?:sie|du) (?:hilfe|fragen|möchten|möchtest|interesse|in not)|wenden sie sich|wende dich|ich kann (?:ihnen|dir) (?:aber|jedoch|gerne|stattdessen)|ich (?:empfehle|schlage)|gibt es (?:etwas|sonst)|kann ich (?:ihnen|dir) (?:sonst|anderweitig))`,
}

export const dutch: SpeechActs = {
  stop: 'de het een en van is dat in te niet op voor met zijn die aan er om ook als bij naar of je u ik',
  apology: `${b}(?:het spijt (?:me|mij)|sorry|helaas|excuses|neem me niet kwalijk)`,
  decline: `${b}(?:(?:ik|wij|we) (?:kan|mag|zal|wil|ga|kunnen|mogen|zou|moet) (?:\\p{L}+,? ){0,7}?(?:niet|geen|alleen|weigeren)${e}|(?:kan|mag|zal|wil) ik (?:\\p{L}+,? ){0,6}?(?:niet|geen|alleen)${e}|niet in staat|niet bevoegd|ik (?:weiger|geef (?:\\p{L}+ ){0,3}geen)|ik heb geen (?:toegang|toestemming|informatie)|is (?:niet mogelijk|niet toegestaan))`,
  policy: `${b}(?:(?:tegen|in strijd met|schend\\p{L}*) (?:\\p{L}+ ){0,4}(?:beleid|richtlijn|principe|regels|wet)|illega\\p{L}+|onethisch\\p{L}*|schadelijk\\p{L}*|gevaarlijk\\p{L}*|ongepast\\p{L}*|strafbaar\\p{L}*|ethisch\\p{L}*|respectvol\\p{L}*)`,
  identity: `${b}(?:als|ben) (?:een )?(?:ai|kunstmatige intelligentie|taalmodel|ai-\\p{L}+|assistent|chatbot)${e}`,
  redirect: `${b}(?:in plaats daarvan|ik help (?:je|u) graag|als (?:je|u) (?:hulp|vragen|wilt)|ik kan (?:je|u) (?:wel|helpen)|neem contact|kan ik (?:je|u) (?:ergens|anders))`,
}

export const swedish: SpeechActs = {
  stop: 'och att det som en är på för av med inte den till har om ett jag du kan de så var',
  apology: `${b}(?:jag är ledsen|ledsen${e}|tyvärr|förlåt|beklagar|ursäkta|dessvärre)`,
  decline: `${b}(?:(?:jag|vi) (?:kan|får|kommer|tänker|vill|bör|ska) (?:\\p{L}+ ){0,4}?(?:inte|ej|bara)${e}|(?:kan|får|vill) jag (?:\\p{L}+ ){0,4}?(?:inte|ej|bara)${e}|jag (?:måste avböja|avböjer|vägrar|avstår)|inte (?:möjligt|tillåtet) för mig|jag har inte (?:tillgång|möjlighet|behörighet))`,
  policy: `${b}(?:(?:strider mot|bryter mot|emot|mot) (?:\\p{L}+ ){0,3}(?:riktlinj|polic|princip|lag|regler)|olaglig\\p{L}*|oetisk\\p{L}*|skadlig\\p{L}*|farlig\\p{L}*|olämplig\\p{L}*)`,
  identity: `${b}(?:som|är) (?:en |bara en )?(?:ai|språkmodell|artificiell intelligens|ai-\\p{L}+|assistent)${e}`,
  redirect: `${b}(?:istället|i stället|om du (?:behöver|vill|har)|jag kan (?:hjälpa|gärna)|jag hjälper gärna|finns det något annat)`,
}

export const danish: SpeechActs = {
  stop: 'og at det er en til på for af med ikke den som de har et jeg du kan der om så var eller',
  apology: `${b}(?:beklager|undskyld|desværre|jeg er ked af)`,
  decline: `${b}(?:(?:jeg|vi) (?:kan|må|vil|skal|ønsker) (?:\\p{L}+ ){0,4}?(?:ikke|kun|afvise)${e}|(?:kan|må|vil) jeg (?:\\p{L}+ ){0,4}?(?:ikke|kun)${e}|jeg (?:nægter|afslår|afviser)|er ikke i stand|jeg har ikke (?:adgang|tilladelse|mulighed))`,
  policy: `${b}(?:(?:imod|strider mod|bryder|i strid med) (?:\\p{L}+ ){0,3}(?:retningslinj|politik|princip|lov|regler)|ulovlig\\p{L}*|uetisk\\p{L}*|skadelig\\p{L}*|farlig\\p{L}*|upassende)`,
  identity: `${b}(?:som|er) (?:en |kun en )?(?:ai|sprogmodel|kunstig intelligens|assistent)${e}`,
  redirect: `${b}(?:i stedet|hvis du (?:har|ønsker|vil)|jeg kan (?:hjælpe|gerne)|jeg hjælper gerne)`,
}

export const norwegian: SpeechActs = {
  stop: 'og å det er en til på for av med ikke den som de har et jeg du kan der om så var eller deg',
  apology: `${b}(?:beklager|unnskyld|dessverre|jeg er lei)`,
  decline: `${b}(?:(?:jeg|vi) (?:kan|får|vil|skal|bør|ønsker) (?:\\p{L}+ ){0,4}?(?:ikke|bare|avslå)${e}|(?:kan|får|vil) jeg (?:\\p{L}+ ){0,4}?(?:ikke|bare)${e}|jeg (?:nekter|avslår|avviser)|er ikke i stand|jeg har ikke (?:tilgang|tillatelse|mulighet))`,
  policy: `${b}(?:(?:strider mot|bryter|imot|i strid med) (?:\\p{L}+ ){0,3}(?:retningslinj|prinsipp|lov|regler)|ulovlig\\p{L}*|uetisk\\p{L}*|skadelig\\p{L}*|farlig\\p{L}*|upassende)`,
  identity: `${b}(?:som|er) (?:en |bare en )?(?:ki|språkmodell|ai|kunstig intelligens|assistent)${e}`,
  redirect: `${b}(?:i stedet|hvis du (?:har|ønsker|vil)|jeg kan (?:hjelpe|gjerne)|jeg hjelper gjerne)`,
}
