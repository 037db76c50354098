/**
 * Phrases of refusal by language, for lower-case text with plain apostrophes. Each names the speaker or the request ("I cannot
 * help with that"), so that reports of a refusal and an honest "that is not in the wiki" do not match.
 */
export const REFUSAL_PHRASES: readonly RegExp[] = [
  // English
  /\b(?:i'm|i am) (?:sorry|afraid),? (?:but )?(?:i|this|that|as an)\b[^.]{0,40}\b(?:can't|cannot|can not|unable|won't|not able|not allowed|against)\b/,
  /\b(?:i|we) (?:can't|cannot|can not|won't|will not|am unable to|are unable to|am not able to|'m not able to|must decline to|must refuse to|decline to|refuse to) (?:help|assist|comply|fulfil+|provide|do that|do this|continue|engage|discuss|generate|create|write|process|share|support|participate|complete this|answer(?![^.!?]{0,60}\b(?:wiki|pages?|sources?|documents?|from|based|yet)\b))\b/,
  /\bi'm (?:unable|not able) to (?:help|assist|comply|fulfil+|provide|continue|discuss|generate|create|process|complete|answer(?![^.!?]{0,60}\b(?:wiki|pages?|sources?|documents?|from|based)\b))\b/,
  /\bas an ai(?: language)?(?: model)?,? i (?:can't|cannot|am unable|am not able|don't|do not|must)\b/,
  /\b(?:this|your|that) request (?:violates|goes against|is against|was rejected|cannot be (?:fulfilled|processed|completed))\b/,
  /\b(?:against|violates?) (?:my|our|the) (?:guidelines|policy|policies|programming|content policy|usage policies)\b/,
  // German
  /\b(?:kann|darf|möchte|werde) ich (?:dir|ihnen|dabei|das|diese|dieser|diesen|hierbei|damit|leider|hier|euch)?[^.!?]{0,50}\bnicht\b[^.!?]{0,30}\b(?:helfen|behilflich|beantworten|unterstützen|erfüllen|bearbeiten|nachkommen|dienen|bereitstellen|tun|erstellen)\b/,
  /\bich (?:kann|darf|werde) (?:dir|ihnen|dabei|das|diese|dieser|diesen|hierbei|damit|leider|hier|euch)?[^.!?]{0,50}\bnicht\b[^.!?]{0,30}\b(?:helfen|behilflich|beantworten|unterstützen|erfüllen|bearbeiten|nachkommen|dienen|bereitstellen|tun|erstellen)\b/,
  /\bich bin nicht in der lage\b/,
  /\b(?:es )?tut mir leid,? (?:aber )?(?:ich|dabei|das|damit|diese)\b[^.!?]{0,60}\b(?:nicht|keine?n?)\b/,
  // French
  /\bje (?:ne peux|ne puis|ne suis|n'ai|ne pourrai|ne saurais)(?: malheureusement)? (?:pas |en mesure |pas en mesure )?(?:de |le droit )?[^.!?]{0,30}\b(?:aider|assister|répondre|fournir|traiter|donner suite|satisfaire|générer|discuter|accéder|faire cela|continuer)\b/,
  /\bje suis désolée?,? (?:mais )?(?:je|cela|cette)\b[^.!?]{0,40}\b(?:ne|n')/,
  // Spanish
  /\b(?:no puedo|no podré|no me es posible|no estoy en condiciones de|no soy capaz de|me temo que no puedo) [^.!?]{0,30}\b(?:ayudar(?:te|le|los)?|asistir(?:te|le)?|responder|proporcionar(?:te|le)?|cumplir|atender|generar|hacer eso|procesar|continuar)\b/,
  /\blo siento,? (?:pero )?no (?:puedo|podré|me es posible|estoy)\b/,
  // Portuguese
  /\b(?:não posso|não consigo|não poderei|não sou capaz de|não me é possível) [^.!?]{0,30}\b(?:ajud(?:ar|á-lo|á-la)|auxiliar|responder|fornecer|atender|cumprir|gerar|fazer isso|processar|continuar)/,
  /\b(?:desculpe|sinto muito|lamento),? (?:mas )?(?:eu )?não (?:posso|consigo|poderei|sou)\b/,
  // Italian
  /\bnon (?:posso|sono in grado di|mi è possibile|potrò) [^.!?]{0,30}\b(?:aiutart?[ei]|aiutare|aiutarla|assistere|assisterti|rispondere|fornire|soddisfare|generare|farlo|elaborare|continuare)\b/,
  /\bmi dispiace,? (?:ma )?non (?:posso|sono in grado|mi è possibile)\b/,
  // Dutch
  /\bik (?:kan|mag|zal) (?:je|u|jullie|daar|hier|dit|dat|deze|helaas)?[^.!?]{0,40}\b(?:niet|geen)\b[^.!?]{0,30}\b(?:helpen|beantwoorden|voldoen|bijstaan|verstrekken|verwerken|assisteren|mee)\b/,
  /\b(?:het )?spijt me,? (?:maar )?(?:ik|dat|daar|dit)\b[^.!?]{0,40}\b(?:niet|geen)\b/,
  // Russian, Ukrainian
  /(?:^|[^\p{L}])(?:я )?не (?:могу|смогу|в состоянии|имею возможности) (?:вам |тебе |с этим |в этом |это )?(?:помочь|ответить|предоставить|выполнить|обсуждать|продолжить|сделать|помогать)/u,
  /(?:^|[^\p{L}])(?:извините|простите|к сожалению|сожалею),? (?:но )?(?:я )?не (?:могу|смогу)/u,
  /(?:^|[^\p{L}])(?:я )?не (?:можу|зможу|маю можливості) (?:вам |тобі |з цим |у цьому |це )?(?:допомогти|відповісти|надати|виконати|обговорювати|продовжити|зробити)/u,
  /(?:^|[^\p{L}])(?:вибачте|пробачте|перепрошую|на жаль),? (?:але )?(?:я )?не (?:можу|зможу)/u,
  // Polish
  /\bnie (?:mogę|jestem w stanie|będę w stanie) [^.!?]{0,30}(?:pomóc|odpowiedzieć|udzielić|spełnić|zrealizować|dostarczyć|wykonać|kontynuować)/,
  /(?:przykro mi|przepraszam|niestety),? (?:ale )?nie (?:mogę|jestem w stanie)/,
  // Turkish
  /(?:yardımcı olamam|yardımcı olamıyorum|yardım edemem|yanıt veremem|cevap veremem|yerine getiremem|bunu yapamam|sağlayamam)/,
  /üzgünüm,? (?:ama |ancak |fakat )?[^.!?]{0,60}(?:amam|emem|amıyorum|emiyorum)/,
  // Arabic, Persian
  /(?:لا أستطيع|لا يمكنني|لا اقدر|لا أقدر|لست قادرا?ً?|غير قادر) (?:على )?(?:أن )?(?:مساعدت|المساعد|تقديم|الإجاب|الرد|تلبي|القيام|تنفيذ|أساعد)/,
  /(?:آسف|عذرا|عذراً|أعتذر|للأسف)[،,]? (?:لكن |ولكن )?(?:أنا )?(?:لا أستطيع|لا يمكنني)/,
  /(?:نمی‌توانم|نمی توانم|نمیتوانم|قادر نیستم)[^.!؟]{0,40}(?:کمک|پاسخ|انجام|ارائه|به شما)/,
  /(?:متاسفم|متأسفم|متأسفانه|متاسفانه|ببخشید)[،,]? (?:اما |ولی )?[^.!؟]{0,40}(?:نمی‌توانم|نمی توانم|نمیتوانم)/,
  /(?:کمک|پاسخ|انجام)[^.!؟]{0,30}(?:نمی‌توانم|نمی توانم|نمیتوانم)/,
  // Hindi
  /(?:मदद|सहायता|जवाब|उत्तर|पूरा|प्रदान)[^।.!?]{0,30}(?:नहीं कर सकता|नहीं कर सकती|नहीं दे सकता|नहीं दे सकती|में असमर्थ|करने में असमर्थ)/,
  /(?:क्षमा करें|माफ़ करें|माफ करें|खेद है)[^।.!?]{0,60}(?:नहीं|असमर्थ)/,
  // Chinese
  /(?:我|本人|小助手)?(?:无法|無法|不能|没办法|沒辦法|不便|暂时无法|不可以)(?:为您|为你|為您|為你|给到|給到|给您|给你|向您|向你|就此|对此|對此)?(?:提供|协助|協助|帮助|幫助|回答|给到|給到|满足|滿足|完成您|完成你|完成这|处理您|处理你|处理这|讨论|討論|继续|繼續|相关内容|生成|回应|回應|给出)/,
  /(?:抱歉|对不起|對不起|很遗憾|很遺憾)[,,。!!]? ?(?:但)?(?:我|作为|作為|这|這|您|你)?[^。!?]{0,20}(?:无法|無法|不能|没办法|沒辦法|不便)/,
  // Japanese
  /(?:お手伝い|お答え|回答|対応|提供|お応え|ご協力|協力|支援)(?:を)?(?:する(?:こと)?(?:が|は)?)?(?:でき(?:ません|ない|かねます)|いたしかねます|致しかねます)/,
  /(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい|残念ながら)[^。!?]{0,50}(?:できません|できかねます|いたしかねます|致しかねます|お断り)/,
  // Korean
  /(?:도와드릴|도울|답변(?:해 ?드릴|할|드릴)|제공(?:해 ?드릴|할)|응답(?:해 ?드릴|할)|처리(?:해 ?드릴|할)|지원(?:해 ?드릴|할)) ?수(?:가|는)? ?없/,
  /(?:죄송(?:합니다|하지만|해요)|미안하지만|유감스럽게도)[^.!?]{0,50}(?:수(?:가|는)? ?없|못합니다|어렵습니다)/,
  // Vietnamese
  /(?:tôi|mình|chúng tôi) (?:không thể|không được phép|không có khả năng|xin từ chối|rất tiếc không thể)(?: \S+){0,3} ?(?:giúp|hỗ trợ|trả lời|cung cấp|thực hiện|đáp ứng|tiếp tục|thảo luận)/,
  /xin lỗi,? (?:nhưng )?(?:tôi |mình )?không thể/,
  // Indonesian, Malay
  /\b(?:saya|kami) (?:tidak (?:dapat|bisa|mampu|boleh)|tak dapat) (?:membantu|menjawab|memberikan|memenuhi|melakukan|menyediakan|melanjutkan|memproses)\b/,
  /\bmaaf,? (?:tetapi |tapi |namun )?(?:saya |kami )?(?:tidak (?:dapat|bisa|mampu|boleh)|tak dapat)\b/,
  // Thai, Czech, Swedish, Greek, Hebrew, Romanian, Hungarian
  /(?:ขออภัย|ขอโทษ)[^.!?]{0,40}ไม่สามารถ/,
  /\b(?:omlouvám se|bohužel|je mi líto),? (?:ale )?[^.!?]{0,30}(?:nemohu|nemůžu|nejsem schopen)/,
  /\bjag kan (?:tyvärr )?inte (?:hjälpa|svara|tillhandahålla|bistå|uppfylla)/,
  /(?:λυπάμαι|συγγνώμη|δυστυχώς),? (?:αλλά )?[^.!;]{0,30}δεν (?:μπορώ|είμαι σε θέση)/,
  /(?:מצטער|מצטערת|סליחה),? (?:אבל |אך )?[^.!?]{0,20}(?:לא יכול|איני יכול|אינני יכול|לא אוכל)/,
  /\bnu (?:pot|vă pot|te pot) (?:să |vă |te )?(?:ajuta|ajut|răspunde|oferi|furniza)/,
  /(?:sajnálom|sajnos),? (?:de )?[^.!?]{0,40}nem (?:tudok|segíthetek|tudom)/,
];
